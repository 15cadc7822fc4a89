package dev.tolerant.facts;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.manifest.InvalidManifestException;
import dev.tolerant.manifest.Manifest;
import dev.tolerant.manifest.ManifestFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one file has.
 *
 * @param name for messages
 * @param dump what the file says of itself; null if it is not a dump
 * @param others how many of its objects no question needs
 */
public record FileFacts(String name, @Nullable ClusterDump dump, List<Fact> facts, int others) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Whether the file has policies alone. */
    public boolean isProposal() {
        return dump == null
                && others == 0
                && !facts.isEmpty()
                && facts.stream().allMatch(fact -> fact.kind() == FactKind.POLICY);
    }

    /** Whether it can be a cluster: a dump is one, pods or not. */
    public boolean hasPods() {
        return dump != null || has(FactKind.POD);
    }

    /** Whether it has policies, perhaps beside other objects. */
    public boolean hasPolicies() {
        return has(FactKind.POLICY);
    }

    private boolean has(FactKind kind) {
        return facts.stream().anyMatch(fact -> fact.kind() == kind);
    }

    /**
     * Reads a file.
     *
     * @param name for messages
     * @throws InvalidManifestException if it is not YAML or JSON, has anything but objects, or is a dump of another version
     */
    public static FileFacts read(Path file, String name) throws IOException, InvalidManifestException {
        Optional<FileFacts> streamed = ListFile.read(file, name);
        return streamed.isPresent() ? streamed.get() : parsed(ManifestFile.of(name, Files.readAllBytes(file)));
    }

    private static FileFacts parsed(ManifestFile file) throws IOException, InvalidManifestException {
        List<Fact> facts = new ArrayList<>();
        int others = 0;
        for (Manifest manifest : file.manifests()) {
            Optional<FactKind> kind = FactKind.of(manifest.type());
            Optional<Fact> fact = kind.isEmpty()
                    ? Optional.empty()
                    : Fact.ifNeeded(kind.get(), manifest.place(), JSON.writeValueAsBytes(manifest.object()));
            fact.ifPresent(facts::add);
            others += fact.isEmpty() ? 1 : 0;
        }
        return new FileFacts(file.name(), null, List.copyOf(facts), others);
    }
}

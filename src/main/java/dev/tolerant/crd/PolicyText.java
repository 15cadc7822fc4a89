package dev.tolerant.crd;

import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.policy.PolicySet;
import dev.tolerant.core.policy.Snapshot;
import dev.tolerant.core.toleration.TolerationRules;
import dev.tolerant.manifest.ManifestDirectory;
import dev.tolerant.manifest.ManifestFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Policies and namespaces that somebody writes into one text, instead of files. */
public final class PolicyText {
    private PolicyText() {}

    /**
     * What a text comes to.
     *
     * @throws IOException if it is no YAML or JSON; the message is a sentence that says where
     */
    public static DirectoryReader.Reading read(String text, TolerationRules rules) throws IOException {
        Manifests read = Manifests.read(
                ManifestFile.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))), rules);
        List<String> problems = new ArrayList<>(read.problems());
        Map<String, NamespaceFacts> namespaces = new LinkedHashMap<>();
        Map<String, Policy> policies = new LinkedHashMap<>();
        read.namespaces().forEach(each -> put(namespaces, each.name(), each, problems));
        read.policies().forEach(each -> put(policies, each.name(), each, problems));
        return new DirectoryReader.Reading(
                new Snapshot(PolicySet.of(policies.values()), namespaces),
                read.broken().size(),
                problems);
    }

    private static <T> void put(Map<String, T> objects, String name, T object, List<String> problems) {
        if (objects.putIfAbsent(name, object) != null) {
            problems.add(name + " is there already; the first one counts");
        }
    }

    /** The files of a directory, one behind the other. */
    public static String of(Path directory) throws IOException {
        List<String> texts = new ArrayList<>();
        for (Path file : new ManifestDirectory(directory).files()) {
            texts.add(Files.readString(file).stripTrailing().replaceFirst("^---\\s*\n", "") + "\n");
        }
        return String.join("---\n", texts);
    }
}

package dev.tolerant.crd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.core.toleration.TolerationRules;
import dev.tolerant.manifest.ManifestFile;
import java.util.List;

/** A Namespace as somebody wrote it. */
public final class NamespaceObject {
    public static final String TYPE = "v1/Namespace";

    private NamespaceObject() {}

    /** A sentence for each part that cannot be used. */
    public static List<String> problems(JsonNode object, TolerationRules rules) {
        return Manifests.read(List.of(new ManifestFile.Manifest(1, 0, object)), rules).problems().stream()
                .map(problem -> problem.replaceFirst("^document 1(: | )", ""))
                .toList();
    }
}

package dev.tolerant.tools;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.text.JsonTree;
import dev.tolerant.tools.OutputOption.OutputFormat;
import dev.tolerant.tools.reading.ClusterDump;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An answer of a command for programs: version, kind, which objects it is about, and the answer itself.
 *
 * @param metadata null for an answer that is about no cluster, but about files
 * @param answer whose fields stand beside these
 */
record AnswerDocument<T extends Record>(
        String apiVersion,
        String kind,
        @Nullable Metadata metadata,
        @JsonUnwrapped T answer) {

    /**
     * The objects that an answer is about.
     *
     * @param context the kubeconfig's context, or the files that the facts come from
     * @param at when they were read, such as 2026-01-31T12:00:00Z
     * @param serverVersion the API server's, such as v1.36.2; empty if it is unknown
     * @param unknown by kind, such as nodes, why its objects are not known; empty if all are
     */
    record Metadata(String context, String at, String serverVersion, Map<String, String> unknown) {}

    static <T extends Record> AnswerDocument<T> of(String kind, T answer) {
        return new AnswerDocument<>(ClusterDump.API_VERSION, kind, null, answer);
    }

    static <T extends Record> AnswerDocument<T> of(String kind, ClusterObjects clusterObjects, T answer) {
        Map<String, String> unknown = new LinkedHashMap<>();
        new TreeMap<>(clusterObjects.unknown()).forEach((each, why) -> unknown.put(each.plural(), why));
        Metadata metadata = new Metadata(
                clusterObjects.source(), clusterObjects.at().toString(), clusterObjects.serverVersion(), unknown);
        return new AnswerDocument<>(ClusterDump.API_VERSION, kind, metadata, answer);
    }

    String text(OutputFormat format) {
        JsonNode tree = JsonTree.of(this);
        return format == OutputFormat.YAML ? JsonTree.yaml(tree) : tree.toPrettyString() + "\n";
    }
}

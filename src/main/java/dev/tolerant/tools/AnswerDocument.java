package dev.tolerant.tools;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.text.JsonTree;
import dev.tolerant.tools.OutputOption.OutputFormat;
import dev.tolerant.tools.reading.ClusterDump;
import dev.tolerant.tools.reading.ClusterDump.Metadata;
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

    static <T extends Record> AnswerDocument<T> of(String kind, T answer) {
        return new AnswerDocument<>(ClusterDump.API_VERSION, kind, null, answer);
    }

    static <T extends Record> AnswerDocument<T> of(String kind, ClusterObjects clusterObjects, T answer) {
        return new AnswerDocument<>(ClusterDump.API_VERSION, kind, Metadata.of(clusterObjects), answer);
    }

    String text(OutputFormat format) {
        JsonNode tree = JsonTree.of(this);
        return format == OutputFormat.YAML ? JsonTree.yaml(tree) : tree.toPrettyString() + "\n";
    }
}

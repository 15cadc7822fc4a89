package dev.tolerant.tools;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.tools.reading.ClusterDump;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/** The beginning of what a command about a cluster writes for programs: version, kind, and which facts it is about. */
final class AnswerDocument {
    private AnswerDocument() {}

    /** The beginning of an answer that is about no cluster, but about files. */
    static ObjectNode of(String kind) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", ClusterDump.API_VERSION)
                .put("kind", kind);
    }

    /** Adds the answer as a list. */
    static <T> ObjectNode withItems(ObjectNode document, List<T> answers, Function<T, ObjectNode> json) {
        ArrayNode items = document.putArray("items");
        answers.forEach(answer -> items.add(json.apply(answer)));
        return document;
    }

    /** An object to which the answer itself is added. */
    static ObjectNode of(String kind, ClusterFacts facts) {
        ObjectNode document = of(kind);
        ObjectNode metadata = document.putObject("metadata")
                .put("context", facts.source())
                .put("at", facts.at().toString())
                .put("serverVersion", facts.serverVersion());
        ObjectNode unknown = metadata.putObject("unknown");
        new TreeMap<>(facts.unknown()).forEach((each, why) -> unknown.put(each.plural(), why));
        return document;
    }
}

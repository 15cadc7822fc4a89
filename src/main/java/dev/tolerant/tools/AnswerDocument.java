package dev.tolerant.tools;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.tools.reading.ClusterDump;
import java.util.TreeMap;

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

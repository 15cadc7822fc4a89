package dev.tolerant.engine.review;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.tolerant.engine.json.TreeReader.Span;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.NodeAffinity.Depth;
import dev.tolerant.engine.words.NodeAffinity.NodePreference;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Review.Subject;
import dev.tolerant.engine.words.StoredPod;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A JSON Patch that always applies: {@code add}, and {@code remove} of seconds and requirements that are there. A patch that does not
 * apply fails the pod whatever the failurePolicy is (kubernetes/kubernetes#129459).
 */
public final class Patch {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private final List<JsonValue> operations = new ArrayList<>();

    private Patch() {}

    /**
     * @param changes of a decision about this request
     */
    static byte[] of(Decidable request, List<Step> changes) {
        Patch patch = new Patch();
        String spec = request.review().subject() == Subject.POD ? "/spec" : "/spec/template/spec";
        patch.addAll(spec, request.review().pod(), changes, restored -> {
            // Copied as it is, so that fields of a later API that this program does not know come back too.
            Span span = request.oldTolerations().get(restored.oldIndex());
            return json ->
                    json.writeRawValue(new String(request.body(), span.start(), span.length(), StandardCharsets.UTF_8));
        });
        return JsonValue.bytes(JsonValue.list(patch.operations));
    }

    /** The API server refuses it if the pod has changed since it was read. */
    static byte[] of(StoredPod stored, List<Step> changes) {
        Patch patch = new Patch();
        patch.operation("replace", "/metadata/resourceVersion", json -> json.writeString(stored.resourceVersion()));
        patch.addAll("/spec", stored.pod(), changes, restored -> written(restored.toleration()));
        return JsonValue.bytes(JsonValue.list(patch.operations));
    }

    private void addAll(String spec, PodFacts pod, List<Step> changes, Function<Step.Restored, JsonValue> stored) {
        List<JsonValue> tolerations = new ArrayList<>();
        Map<Integer, List<JsonValue>> required = new TreeMap<>();
        List<JsonValue> preferred = new ArrayList<>(0);
        for (Step change : changes) {
            if (change instanceof Step.SecondsSet set) {
                setSeconds(spec + "/tolerations/" + set.index() + "/tolerationSeconds", set.after());
            } else if (change instanceof Step.Added added) {
                tolerations.add(written(added.toleration()));
            } else if (change instanceof Step.Restored restored) {
                tolerations.add(stored.apply(restored));
            } else if (change instanceof Step.NodesRequired nodes) {
                nodes.terms()
                        .forEach(term -> required.computeIfAbsent(term, any -> new ArrayList<>())
                                .add(expression(nodes.requirement())));
            } else if (change instanceof Step.NodesReleased nodes) {
                operation(
                        "remove",
                        expressions(spec + "/affinity/nodeAffinity", nodes.term()) + "/" + nodes.expression(),
                        null);
            } else if (change instanceof Step.NodesPreferred nodes) {
                preferred.add(preference(nodes.preference()));
            }
        }
        append(spec + "/tolerations", pod.tolerations().isEmpty(), tolerations);
        if (!required.isEmpty() || !preferred.isEmpty()) {
            addToAffinity(spec + "/affinity", pod.nodeAffinity(), required, preferred);
        }
    }

    private void setSeconds(String path, TolerationSeconds seconds) {
        if (seconds.never()) {
            operation("remove", path, null);
        } else {
            add(path, json -> json.writeNumber(seconds.seconds()));
        }
    }

    /** Adds to the innermost part of the affinity that the pod has. */
    private void addToAffinity(
            String path, NodeAffinity affinity, Map<Integer, List<JsonValue>> required, List<JsonValue> preferred) {
        String nodeAffinity = path + "/nodeAffinity";
        if (affinity.depth() == Depth.NONE || affinity.depth() == Depth.AFFINITY) {
            JsonValue whole = nodeAffinity(required, preferred);
            if (affinity.depth() == Depth.NONE) {
                add(path, JsonValue.object("nodeAffinity", whole));
            } else {
                add(nodeAffinity, whole);
            }
            return;
        }
        if (affinity.depth() == Depth.REQUIRED) {
            required.forEach((term, expressions) -> append(
                    expressions(nodeAffinity, term),
                    affinity.terms().get(term).matchExpressions().isEmpty(),
                    expressions));
        } else if (!required.isEmpty()) {
            add(nodeAffinity + "/" + AffinityReader.REQUIRED, newTerms(required));
        }
        append(
                nodeAffinity + "/" + AffinityReader.PREFERRED,
                affinity.preferred().isEmpty(),
                preferred);
    }

    private static String expressions(String nodeAffinity, int term) {
        return nodeAffinity + "/" + AffinityReader.REQUIRED + "/" + AffinityReader.TERMS + "/" + term + "/"
                + AffinityReader.EXPRESSIONS;
    }

    private static JsonValue nodeAffinity(Map<Integer, List<JsonValue>> required, List<JsonValue> preferred) {
        return json -> {
            json.writeStartObject();
            if (!required.isEmpty()) {
                JsonValue.writeField(AffinityReader.REQUIRED, newTerms(required), json);
            }
            if (!preferred.isEmpty()) {
                JsonValue.writeField(AffinityReader.PREFERRED, JsonValue.list(preferred), json);
            }
            json.writeEndObject();
        };
    }

    private static JsonValue newTerms(Map<Integer, List<JsonValue>> required) {
        return JsonValue.object(
                AffinityReader.TERMS,
                JsonValue.list(required.values().stream().map(Patch::term).toList()));
    }

    private static JsonValue term(List<JsonValue> expressions) {
        return JsonValue.object(AffinityReader.EXPRESSIONS, JsonValue.list(expressions));
    }

    private void append(String list, boolean isAbsent, List<JsonValue> items) {
        if (!isAbsent) {
            items.forEach(item -> add(list + "/-", item));
        } else if (!items.isEmpty()) {
            add(list, JsonValue.list(items));
        }
    }

    private void add(String path, JsonValue value) {
        operation("add", path, value);
    }

    private void operation(String operation, String path, @Nullable JsonValue value) {
        operations.add(json -> {
            json.writeStartObject();
            json.writeStringField("op", operation);
            json.writeStringField("path", path);
            if (value != null) {
                JsonValue.writeField("value", value, json);
            }
            json.writeEndObject();
        });
    }

    public static ObjectNode toleration(Toleration toleration) {
        try (TokenBuffer buffer = new TokenBuffer(MAPPER, false)) {
            written(toleration).writeTo(buffer);
            return MAPPER.readTree(buffer.asParser());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static JsonValue written(Toleration toleration) {
        return json -> {
            json.writeStartObject();
            writeUnlessEmpty(json, "key", toleration.key());
            writeUnlessEmpty(json, "operator", toleration.operator().text());
            writeUnlessEmpty(json, "value", toleration.value());
            writeUnlessEmpty(json, "effect", toleration.effect().text());
            if (!toleration.seconds().never()) {
                json.writeNumberField("tolerationSeconds", toleration.seconds().seconds());
            }
            json.writeEndObject();
        };
    }

    private static void writeUnlessEmpty(JsonGenerator json, String field, String value) throws IOException {
        if (!value.isEmpty()) {
            json.writeStringField(field, value);
        }
    }

    private static JsonValue preference(NodePreference preference) {
        return json -> {
            json.writeStartObject();
            json.writeNumberField("weight", preference.weight());
            JsonValue.writeField("preference", term(expressions(preference.requirements())), json);
            json.writeEndObject();
        };
    }

    private static List<JsonValue> expressions(List<Requirement> requirements) {
        return requirements.stream().map(Patch::expression).toList();
    }

    private static JsonValue expression(Requirement requirement) {
        return json -> {
            json.writeStartObject();
            json.writeStringField("key", requirement.key());
            json.writeStringField("operator", requirement.operator().text());
            if (!requirement.values().isEmpty()) {
                json.writeArrayFieldStart("values");
                for (String value : requirement.values()) {
                    json.writeString(value);
                }
                json.writeEndArray();
            }
            json.writeEndObject();
        };
    }
}

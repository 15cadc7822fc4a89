package dev.tolerant.engine.review;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.tolerant.engine.json.TreeReader.Span;
import dev.tolerant.engine.model.NodeAffinity;
import dev.tolerant.engine.model.NodeAffinity.Depth;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Requirement;
import dev.tolerant.engine.model.Review.Subject;
import dev.tolerant.engine.model.Step;
import dev.tolerant.engine.model.StoredPod;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.TolerationSeconds;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A JSON Patch that always applies: {@code add}, and {@code remove} of seconds that are there. A patch that does not apply fails the
 * pod whatever the failurePolicy is (kubernetes/kubernetes#129459).
 */
public final class Patch {
    /** Escapes all but ASCII, because a text may have half a character, for which UTF-8 has no bytes. */
    static final ObjectMapper JSON = new ObjectMapper(
            new JsonFactoryBuilder().highestNonEscapedChar('\u007f').build());

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final String TERMS = "nodeSelectorTerms";
    private static final String EXPRESSIONS = "matchExpressions";

    private final ArrayNode operations = JSON.createArrayNode();

    private Patch() {}

    /** The patch for these steps, which must be changes of a decision about this request. */
    static byte[] of(Decidable request, List<Step> changes) {
        Patch patch = new Patch();
        String spec = request.review().subject() == Subject.POD ? "/spec" : "/spec/template/spec";
        patch.addAll(spec, request.review().pod(), changes, restored -> {
            // Copied as it is, so that fields of a later API that this program does not know come back too.
            Span span = request.oldTolerations().get(restored.oldIndex());
            String text = new String(request.body(), span.start(), span.end() - span.start(), StandardCharsets.UTF_8);
            return JSON.getNodeFactory().rawValueNode(new RawValue(text));
        });
        return bytes(patch.operations);
    }

    /** The patch for a stored pod, which the API server refuses if the pod has changed since it was read. */
    static byte[] of(StoredPod stored, List<Step> changes) {
        Patch patch = new Patch();
        patch.operation("replace", "/metadata/resourceVersion").put("value", stored.resourceVersion());
        patch.addAll("/spec", stored.pod(), changes, restored -> toleration(restored.toleration()));
        return bytes(patch.operations);
    }

    static byte[] bytes(JsonNode tree) {
        try {
            return JSON.writeValueAsBytes(tree);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void addAll(String spec, PodFacts pod, List<Step> changes, Function<Step.Restored, JsonNode> stored) {
        ArrayNode tolerations = JSON.createArrayNode();
        Map<Integer, ArrayNode> required = new TreeMap<>();
        ArrayNode preferred = JSON.createArrayNode();
        for (Step change : changes) {
            if (change instanceof Step.SecondsSet set) {
                setSeconds(spec + "/tolerations/" + set.index() + "/tolerationSeconds", set.after());
            } else if (change instanceof Step.Added added) {
                tolerations.add(toleration(added.toleration()));
            } else if (change instanceof Step.Restored restored) {
                tolerations.add(stored.apply(restored));
            } else if (change instanceof Step.NodesRequired nodes) {
                nodes.terms()
                        .forEach(term -> required.computeIfAbsent(term, any -> JSON.createArrayNode())
                                .add(expression(nodes.requirement())));
            } else if (change instanceof Step.NodesPreferred nodes) {
                ArrayNode expressions = JSON.createArrayNode();
                nodes.preference().requirements().forEach(each -> expressions.add(expression(each)));
                preferred
                        .addObject()
                        .put("weight", nodes.preference().weight())
                        .putObject("preference")
                        .set(EXPRESSIONS, expressions);
            }
        }
        append(spec + "/tolerations", pod.tolerations().isEmpty(), tolerations);
        if (!required.isEmpty() || !preferred.isEmpty()) {
            addToAffinity(spec + "/affinity", pod.nodeAffinity(), required, preferred);
        }
    }

    private void setSeconds(String path, TolerationSeconds seconds) {
        if (seconds.never()) {
            operation("remove", path);
        } else {
            operation("add", path).put("value", seconds.seconds());
        }
    }

    /** Adds to the innermost part of the affinity that the pod has. */
    private void addToAffinity(
            String path, NodeAffinity affinity, Map<Integer, ArrayNode> required, ArrayNode preferred) {
        String nodeAffinity = path + "/nodeAffinity";
        if (affinity.depth() == Depth.NONE || affinity.depth() == Depth.AFFINITY) {
            ObjectNode whole = JSON.createObjectNode();
            if (!required.isEmpty()) {
                whole.set(REQUIRED, newTerm(required));
            }
            if (!preferred.isEmpty()) {
                whole.set(PREFERRED, preferred);
            }
            if (affinity.depth() == Depth.NONE) {
                add(path, JSON.createObjectNode().set("nodeAffinity", whole));
            } else {
                add(nodeAffinity, whole);
            }
            return;
        }
        if (affinity.depth() == Depth.REQUIRED) {
            required.forEach((term, expressions) -> append(
                    nodeAffinity + "/" + REQUIRED + "/" + TERMS + "/" + term + "/" + EXPRESSIONS,
                    affinity.terms().get(term).matchExpressions().isEmpty(),
                    expressions));
        } else if (!required.isEmpty()) {
            add(nodeAffinity + "/" + REQUIRED, newTerm(required));
        }
        append(nodeAffinity + "/" + PREFERRED, affinity.preferred().isEmpty(), preferred);
    }

    private static ObjectNode newTerm(Map<Integer, ArrayNode> required) {
        ObjectNode selector = JSON.createObjectNode();
        required.values()
                .forEach(expressions -> selector.withArray(TERMS).addObject().set(EXPRESSIONS, expressions));
        return selector;
    }

    /** Appends to a list, which becomes one if there is none. */
    private void append(String list, boolean isAbsent, ArrayNode items) {
        if (!isAbsent) {
            items.forEach(item -> add(list + "/-", item));
        } else if (!items.isEmpty()) {
            add(list, items);
        }
    }

    private void add(String path, JsonNode value) {
        operation("add", path).set("value", value);
    }

    private ObjectNode operation(String operation, String path) {
        return operations.addObject().put("op", operation).put("path", path);
    }

    /** A toleration as the API writes it. */
    public static ObjectNode toleration(Toleration toleration) {
        ObjectNode entry = JSON.createObjectNode();
        putUnlessEmpty(entry, "key", toleration.key());
        putUnlessEmpty(entry, "operator", toleration.operator().text());
        putUnlessEmpty(entry, "value", toleration.value());
        putUnlessEmpty(entry, "effect", toleration.effect().text());
        return toleration.seconds().never()
                ? entry
                : entry.put("tolerationSeconds", toleration.seconds().seconds());
    }

    private static void putUnlessEmpty(ObjectNode entry, String field, String value) {
        if (!value.isEmpty()) {
            entry.put(field, value);
        }
    }

    private static ObjectNode expression(Requirement requirement) {
        ObjectNode expression = JSON.createObjectNode()
                .put("key", requirement.key())
                .put("operator", requirement.operator().text());
        if (!requirement.values().isEmpty()) {
            requirement.values().forEach(expression.putArray("values")::add);
        }
        return expression;
    }
}

package dev.tolerant.observed.explain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.engine.model.Step.Refusal;
import dev.tolerant.engine.model.TaintRules.EvictionTime;
import dev.tolerant.engine.model.TaintRules.TaintOutcome;
import dev.tolerant.observed.explain.Explanation.ExplainedObject;
import dev.tolerant.observed.explain.Explanation.ExplainedStep;
import dev.tolerant.observed.explain.Explanation.ExplainedToleration;
import dev.tolerant.observed.explain.Placement.NodeOutcome;
import java.io.UncheckedIOException;

/** Writes an explanation for programs. */
public final class JsonWriter {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .build();

    private JsonWriter() {}

    /** Any tree as YAML that reads back as the same tree. */
    public static String yaml(JsonNode tree) {
        try {
            return YAML.writeValueAsString(tree);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** One explanation. */
    public static ObjectNode tree(Explanation explanation) {
        ExplainedObject about = explanation.about();
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("kind", about.kind())
                .put("name", about.name())
                .put("namespace", about.namespace())
                .put("operation", about.operation());
        if (!about.madeBy().isEmpty()) {
            json.put("madeBy", about.madeBy());
        }
        json.put("verdict", explanation.verdictCode());
        if (!explanation.unread().isEmpty()) {
            ArrayNode unread = json.putArray("unread");
            explanation.unread().forEach(unread::add);
        }
        if (explanation.unasked() != null) {
            json.put("unasked", explanation.unasked());
        }
        Refusal refusal = explanation.refusal();
        if (refusal != null) {
            json.putObject("refusal").put("code", refusal.reason().code()).put("message", refusal.message());
        }
        ArrayNode steps = json.putArray("steps");
        explanation.steps().forEach(step -> steps.add(step(step)));
        ArrayNode tolerations = json.putArray("tolerations");
        explanation.tolerations().forEach(toleration -> tolerations.add(toleration(toleration)));
        ArrayNode taints = json.putArray("taints");
        explanation.taints().forEach(taint -> taints.add(taint(taint)));
        if (explanation.nodes() != null) {
            ArrayNode nodes = json.putArray("nodes");
            explanation.nodes().forEach(node -> nodes.add(node(node)));
        }
        json.set("patch", explanation.patch());
        if (!explanation.templatePatch().isEmpty()) {
            json.set("templatePatch", explanation.templatePatch());
        }
        ArrayNode notes = json.putArray("notes");
        explanation.notes().forEach(notes::add);
        return json;
    }

    private static ObjectNode step(ExplainedStep step) {
        ObjectNode json = JSON.createObjectNode()
                .put("rule", step.rule().toString())
                .put("outcome", step.outcome().code())
                .put("code", step.code())
                .put("sentence", step.sentence());
        step.toleration().ifPresent(index -> json.put("toleration", index));
        if (step.by() != null) {
            json.put("by", step.by().toString());
        }
        return json;
    }

    private static ObjectNode toleration(ExplainedToleration explained) {
        ObjectNode json = JSON.createObjectNode();
        json.set("toleration", explained.json());
        json.put("origin", explained.code());
        if (explained.giver() != null) {
            json.put("rule", explained.giver().toString());
        }
        return json.put("sentence", explained.words());
    }

    private static ObjectNode taint(TaintOutcome outcome) {
        ObjectNode json = JSON.createObjectNode().put("key", outcome.taint().key());
        if (!outcome.taint().value().isEmpty()) {
            json.put("value", outcome.taint().value());
        }
        json.put("effect", outcome.taint().effect().text())
                .put("outcome", outcome.code())
                .put("schedulable", outcome.schedulable());
        putEviction(json, outcome.eviction());
        outcome.secondsWithGrace().ifPresent(seconds -> json.put("evictedAfterSecondsWithGrace", seconds));
        if (outcome.toleration() >= 0) {
            json.put("toleration", outcome.toleration());
        }
        return json;
    }

    private static ObjectNode node(NodeOutcome outcome) {
        ObjectNode json = JSON.createObjectNode().put("name", outcome.name()).put("schedulable", outcome.schedulable());
        putEviction(json, outcome.eviction());
        if (outcome.obstacle() != null) {
            json.put("obstacle", outcome.obstacle().toString());
        }
        return json;
    }

    /** Null for never, 0 for at once. */
    private static void putEviction(ObjectNode json, EvictionTime eviction) {
        json.put("evictedAfterSeconds", eviction.never() ? null : (Long) eviction.afterSeconds());
    }
}

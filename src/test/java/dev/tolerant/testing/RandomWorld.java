package dev.tolerant.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.review.PodReader;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import io.fabric8.kubernetes.api.model.Namespace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;

/** Makes every random object of the property tests, each by a shape of {@code worlds.yaml}. */
public final class RandomWorld {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Map<String, Shape> SHAPES = Shape.all(Path.of("src/test/resources/worlds.yaml"));

    private final Random random;

    public RandomWorld(Random random) {
        this.random = random;
    }

    public RandomWorld(long seed) {
        this(new Random(seed));
    }

    /** Anything of that shape. */
    public JsonNode make(String shape) {
        return Objects.requireNonNull(SHAPES.get(shape), shape).make(this);
    }

    public ObjectNode object(String shape) {
        return (ObjectNode) make(shape);
    }

    public ArrayNode list(String shape) {
        return (ArrayNode) make(shape);
    }

    /** A text, or an object as text. */
    public String text(String shape) {
        JsonNode made = make(shape);
        return made.isTextual() ? made.textValue() : made.toString();
    }

    /** A toleration of that shape that an API server accepts. */
    public ObjectNode valid(String shape, boolean comparisonOperators) {
        ObjectNode toleration = object(shape);
        while (!ApiRules.violation(toleration, comparisonOperators).isEmpty()) {
            toleration = object(shape);
        }
        return toleration;
    }

    /** A review of a new pod. */
    public ObjectNode review(String namespace, JsonNode user, JsonNode pod) {
        ObjectNode review = object("review");
        ObjectNode request = (ObjectNode) review.get("request");
        request.put("namespace", namespace).set("userInfo", user);
        request.set("object", pod);
        return review;
    }

    /** A namespace of that shape, whose annotations are written as texts, some with names in other letters. */
    public Namespace namespace(String shape, String name) {
        ObjectNode namespace = object(shape);
        ((ObjectNode) namespace.get("metadata")).put("name", name);
        if (namespace.at("/metadata/annotations") instanceof ObjectNode annotations) {
            annotations.properties().stream()
                    .filter(each -> each.getValue().isArray())
                    .forEach(each -> each.setValue(TextNode.valueOf(written(each.getValue()))));
        }
        return WholeProgram.JSON.convertValue(namespace, Namespace.class);
    }

    private String written(JsonNode list) {
        String text = list.toString();
        return oneIn(3) ? text.replace("\"key\"", "\"Key\"").replace("\"effect\"", "\"EFFECT\"") : text;
    }

    /** Adds an object's fields to another's: what both have is merged too, and lists are appended. */
    public static void merge(JsonNode from, ObjectNode into) {
        from.properties().forEach(field -> {
            JsonNode before = into.path(field.getKey());
            if (before instanceof ObjectNode object && field.getValue().isObject()) {
                merge(field.getValue(), object);
            } else if (before instanceof ArrayNode list && field.getValue().isArray()) {
                field.getValue().forEach(list::add);
            } else {
                into.set(field.getKey(), field.getValue());
            }
        });
    }

    /** Sets the field, or removes it. */
    public static void put(JsonNode made, String field, ObjectNode object) {
        if (made.isMissingNode()) {
            object.remove(field);
        } else {
            object.set(field, made);
        }
    }

    /** Texts by their names, as settings and labels are. */
    public Map<String, String> texts(String shape) {
        return make(shape).properties().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, field -> field.getValue().textValue()));
    }

    /** A list of that shape, as the program reads it. */
    public List<Toleration> tolerations(String shape) {
        ObjectNode pod = NODES.objectNode();
        pod.putObject("spec").set("tolerations", make(shape));
        try {
            return PodReader.tolerations(Fields.of(pod));
        } catch (UnexpectedJsonException unreadable) {
            throw new IllegalArgumentException(pod.toString(), unreadable);
        }
    }

    /** Taints as the program has them. */
    public static List<Taint> taints(JsonNode list) {
        List<Taint> taints = new ArrayList<>();
        for (JsonNode each : list) {
            taints.add(new Taint(
                    ApiRules.text(each, "key"),
                    ApiRules.text(each, "value"),
                    Effect.of(ApiRules.text(each, "effect"))));
        }
        return taints;
    }

    /** Policies of a list of that shape, each with a name of its own unless it has one. */
    public List<JsonNode> policies(String shape) {
        List<JsonNode> policies = new ArrayList<>();
        for (JsonNode made : make(shape)) {
            ObjectNode policy = (ObjectNode) made;
            if (!policy.has("metadata")) {
                policy.putObject("metadata").put("name", "p" + random.nextInt(1000) + "-" + policies.size());
            }
            policies.add(policy);
        }
        return policies;
    }

    /** The same, as the program uses them. */
    public List<Policy> compiled(String shape) {
        return PolicyFixture.all(policies(shape));
    }

    public boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    public <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    public Random random() {
        return random;
    }
}

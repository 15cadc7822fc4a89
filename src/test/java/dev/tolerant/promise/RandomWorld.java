package dev.tolerant.promise;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.PolicyFixture;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.review.PodReader;
import dev.tolerant.server.webhook.Webhook;
import io.fabric8.kubernetes.api.model.Namespace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes every random object of the property tests, each by a shape of {@code worlds.yaml}, whose head explains how to write one. */
public final class RandomWorld {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern SOMETIMES = Pattern.compile("(.+?)(?: (\\d+)/(\\d+))?");
    private static final Pattern ALTERNATIVE = Pattern.compile("(.+?)(?: x(\\d+))?");
    private static final Pattern SEVERAL = Pattern.compile("(\\d+)\\.\\.(\\d+) (.+)");
    private static final Map<String, Shape> SHAPES = shapes(Path.of("src/test/resources/worlds.yaml"));

    private final Random random;

    public RandomWorld(Random random) {
        this.random = random;
    }

    public RandomWorld(long seed) {
        this(new Random(seed));
    }

    /** What a shape makes; missing for nothing. */
    private interface Shape {
        JsonNode make(RandomWorld world);
    }

    private record Field(Shape name, Shape value) {}

    private static Map<String, Shape> shapes(Path file) {
        try {
            return YAML.readTree(Files.readString(file)).properties().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, written -> shape(written.getValue())));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Shape shape(JsonNode written) {
        if (written.isTextual()) {
            return shape(written.textValue());
        }
        if (written.isArray()) {
            return list(written);
        }
        if (written.has("one")) {
            return one(written.get("one"));
        }
        return written.isObject() ? object(written) : world -> written;
    }

    private static Shape shape(String text) {
        String[] alternatives = text.split(" \\| ", -1);
        if (alternatives.length > 1) {
            ArrayNode choices = NODES.arrayNode();
            for (String alternative : alternatives) {
                Matcher parts = match(ALTERNATIVE, alternative);
                ObjectNode choice = choices.addObject().put("x", number(parts.group(2), 1));
                choice.set("is", yaml(parts.group(1)));
            }
            return one(choices);
        }
        if (SEVERAL.matcher(text).matches()) {
            return list(NODES.arrayNode().add(text));
        }
        if (text.startsWith("valid $")) {
            return world -> world.valid(text.substring("valid $".length()), true);
        }
        if (text.startsWith("$")) {
            return world -> world.make(text.substring(1));
        }
        JsonNode made = text.equals("absent") ? MissingNode.getInstance() : TextNode.valueOf(text);
        return world -> made;
    }

    private static Shape one(JsonNode choices) {
        List<Shape> all = new ArrayList<>();
        for (JsonNode choice : choices) {
            JsonNode rest = choice.deepCopy();
            if (rest instanceof ObjectNode object) {
                object.remove("x");
            }
            Shape shape = shape(rest.has("is") ? rest.get("is") : rest);
            all.addAll(Collections.nCopies(choice.path("x").asInt(1), shape));
        }
        return world -> world.pick(all).make(world);
    }

    private static Shape list(JsonNode items) {
        List<Shape> shapes = new ArrayList<>();
        for (JsonNode item : items) {
            shapes.add(item.isTextual() ? several(item.textValue()) : shape(item));
        }
        return world -> {
            ArrayNode list = NODES.arrayNode();
            shapes.forEach(shape -> add(shape.make(world), list));
            return list;
        };
    }

    /** Adds what was made, if anything; of a list its entries, and of equal texts the first. */
    private static void add(JsonNode made, ArrayNode list) {
        if (made.isArray()) {
            made.forEach(each -> add(each, list));
        } else if (!made.isMissingNode() && !(made.isTextual() && holds(list, made))) {
            list.add(made);
        }
    }

    private static boolean holds(ArrayNode list, JsonNode text) {
        for (JsonNode each : list) {
            if (each.equals(text)) {
                return true;
            }
        }
        return false;
    }

    private static Shape several(String text) {
        Matcher range = SEVERAL.matcher(text);
        if (!range.matches()) {
            Matcher parts = match(SOMETIMES, text);
            return sometimes(parts, shape(parts.group(1)));
        }
        int least = Integer.parseInt(range.group(1));
        int most = Integer.parseInt(range.group(2));
        Shape shape = shape(range.group(3));
        return world -> {
            ArrayNode made = NODES.arrayNode();
            for (int left = least + world.random.nextInt(most - least + 1); left > 0; left--) {
                made.add(shape.make(world));
            }
            return made;
        };
    }

    private static Shape sometimes(Matcher text, Shape shape) {
        int of = number(text.group(2), 1);
        int in = number(text.group(3), 1);
        return of == in
                ? shape
                : world -> world.random.nextInt(in) < of ? shape.make(world) : MissingNode.getInstance();
    }

    private static Shape object(JsonNode written) {
        List<Field> fields = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : written.properties()) {
            Matcher parts = match(SOMETIMES, field.getKey());
            fields.add(new Field(shape(parts.group(1)), sometimes(parts, shape(field.getValue()))));
        }
        return world -> {
            ObjectNode object = NODES.objectNode();
            for (Field field : fields) {
                JsonNode made = field.value().make(world);
                String name = field.name().make(world).textValue();
                if (name.startsWith("...")) {
                    merge(made, object);
                } else {
                    put(made, name, object);
                }
            }
            return object;
        };
    }

    /** Adds an object's fields to another's: what both have is merged too, and lists are appended. */
    static void merge(JsonNode from, ObjectNode into) {
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

    private static Matcher match(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("worlds.yaml: " + text);
        }
        return matcher;
    }

    @SuppressWarnings("NullAway")
    private static int number(String digits, int otherwise) {
        return digits == null ? otherwise : Integer.parseInt(digits);
    }

    private static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (IOException notYaml) {
            throw new UncheckedIOException(text, notYaml);
        }
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
    ObjectNode valid(String shape, boolean comparisonOperators) {
        ObjectNode toleration = object(shape);
        while (!ApiRules.violation(toleration, comparisonOperators).isEmpty()) {
            toleration = object(shape);
        }
        return toleration;
    }

    /** A review of a new pod. */
    ObjectNode review(String namespace, JsonNode user, JsonNode pod) {
        ObjectNode review = object("review");
        ObjectNode request = (ObjectNode) review.get("request");
        request.put("namespace", namespace).set("userInfo", user);
        request.set("object", pod);
        return review;
    }

    /** A namespace of that shape, whose annotations are written as texts, some with names in other letters. */
    Namespace namespace(String shape, String name) {
        ObjectNode namespace = object(shape);
        ((ObjectNode) namespace.get("metadata")).put("name", name);
        if (namespace.at("/metadata/annotations") instanceof ObjectNode annotations) {
            annotations.properties().stream()
                    .filter(each -> each.getValue().isArray())
                    .forEach(each -> each.setValue(TextNode.valueOf(written(each.getValue()))));
        }
        return Webhook.JSON.convertValue(namespace, Namespace.class);
    }

    private String written(JsonNode list) {
        String text = list.toString();
        return oneIn(3) ? text.replace("\"key\"", "\"Key\"").replace("\"effect\"", "\"EFFECT\"") : text;
    }

    /** Sets the field, or removes it. */
    static void put(JsonNode made, String field, ObjectNode object) {
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
            return PodReader.tolerations(pod);
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

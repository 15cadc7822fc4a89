package dev.tolerant.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What random objects of one name have in common; the head of {@code worlds.yaml} explains how to write one. */
public interface Shape {
    JsonNodeFactory NODES = JsonNodeFactory.instance;
    Pattern SOMETIMES = Pattern.compile("(.+?)(?: (\\d+)/(\\d+))?");
    Pattern ALTERNATIVE = Pattern.compile("(.+?)(?: x(\\d+))?");
    Pattern SEVERAL = Pattern.compile("(\\d+)\\.\\.(\\d+) (.+)");

    /** What it makes this time; missing for nothing. */
    JsonNode make(RandomWorld world);

    /** A field, and its name, which may be made too. */
    record Field(Shape name, Shape value) {}

    /** The shapes of a file, by their names. */
    static Map<String, Shape> all(Path file) {
        return Yaml.tree(file).properties().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, written -> shape(written.getValue())));
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
                choice.set("is", Yaml.tree(parts.group(1)));
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
            for (int left = least + world.random().nextInt(most - least + 1); left > 0; left--) {
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
                : world -> world.random().nextInt(in) < of ? shape.make(world) : MissingNode.getInstance();
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
                    RandomWorld.merge(made, object);
                } else {
                    RandomWorld.put(made, name, object);
                }
            }
            return object;
        };
    }

    private static Matcher match(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("worlds.yaml: " + text);
        }
        return matcher;
    }

    private static int number(@Nullable String digits, int otherwise) {
        return digits == null ? otherwise : Integer.parseInt(digits);
    }
}

package dev.tolerant.chart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.SettingsFile;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;

/**
 * A place in what the chart renders, as the tables of tests name it.
 *
 * @param object a {@code Kind} of which there is at most one, {@code Kind/name}, {@code Kind/*} or {@code *} for a list, or
 *     {@code settings} for the program's properties
 * @param path as in a JSON pointer; in a list, a name selects the element of that name, and {@code *} all that have the rest
 */
record RenderedPlace(String object, String path) {
    private static final YAMLMapper YAML = new YAMLMapper();

    /** What is there, or a missing node. */
    JsonNode in(RenderedChart chart) {
        JsonNode root = object.equals("settings") ? YAML.valueToTree(SettingsFile.of(chart)) : root(chart);
        List<String> segments = List.of(path.split("/"));
        return at(root, segments.subList(Math.min(1, segments.size()), segments.size()));
    }

    /** A table's last column: YAML, or empty if nothing is there; properties are text, whatever YAML takes it for. */
    JsonNode expected(String yaml) {
        if (yaml.isEmpty()) {
            return MissingNode.getInstance();
        }
        JsonNode value = read(YAML, yaml);
        return object.equals("settings") ? TextNode.valueOf(value.asText()) : value;
    }

    private JsonNode root(RenderedChart chart) {
        String[] words = object.split("/");
        String name = words.length > 1 ? words[1] : "";
        ArrayNode found = YAML.createArrayNode();
        for (HasMetadata each : chart.objects()) {
            boolean named = name.isEmpty()
                    || name.equals("*")
                    || name.equals(each.getMetadata().getName());
            if (named && (words[0].equals("*") || words[0].equals(each.getKind()))) {
                found.add(json(each));
            }
        }
        if (object.endsWith("*")) {
            return found;
        }
        if (found.size() > 1) {
            throw new AssertionError("several objects are " + object);
        }
        return found.path(0);
    }

    private static JsonNode at(JsonNode node, List<String> segments) {
        if (segments.isEmpty()) {
            return node;
        }
        String first = segments.get(0).replace("~1", "/");
        List<String> rest = segments.subList(1, segments.size());
        if (!node.isArray()) {
            return at(node.path(first), rest);
        }
        ArrayNode all = YAML.createArrayNode();
        for (JsonNode element : node) {
            if (first.equals("*")) {
                JsonNode found = at(element, rest);
                if (!found.isMissingNode()) {
                    all.add(found);
                }
            } else if (element.path("name").asText().equals(first)) {
                return at(element, rest);
            }
        }
        if (first.matches("\\d+")) {
            return at(node.path(Integer.parseInt(first)), rest);
        }
        return first.equals("*") ? all : MissingNode.getInstance();
    }

    /** By way of text, so that numbers are those that a table has. */
    private static JsonNode json(HasMetadata object) {
        return read(Serialization.jsonMapper(), Serialization.asJson(object));
    }

    private static JsonNode read(ObjectMapper mapper, String text) {
        try {
            return mapper.readTree(text);
        } catch (JsonProcessingException unreadable) {
            throw new AssertionError(text, unreadable);
        }
    }
}

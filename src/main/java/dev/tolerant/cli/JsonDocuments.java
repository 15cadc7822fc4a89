package dev.tolerant.cli;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.explain.PatchedManifest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The documents of a JSON file, one after the other. */
final class JsonDocuments implements Documents {
    private static final ObjectReader READER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .nodeFactory(JsonNodeFactory.withExactBigDecimals(true))
            .build()
            .readerFor(JsonNode.class);

    private final List<JsonNode> documents;
    private final Set<Place> removed = new HashSet<>();

    private JsonDocuments(List<JsonNode> documents) {
        this.documents = documents;
    }

    static JsonDocuments read(InputFile file) throws InputException {
        try (MappingIterator<JsonNode> documents = READER.readValues(file.text())) {
            return new JsonDocuments(documents.readAll());
        } catch (IOException notJson) {
            throw new InputException(file.name() + " cannot be read: it is no JSON");
        }
    }

    /** Whether the text is JSON; flow style YAML begins like it. */
    static boolean isJson(String text) {
        try (MappingIterator<JsonNode> documents = READER.readValues(text)) {
            List<JsonNode> read = documents.readAll();
            return !read.isEmpty() && read.stream().allMatch(JsonNode::isContainerNode);
        } catch (IOException notJson) {
            return false;
        }
    }

    @Override
    public void patch(Place place, PatchedManifest patched) {
        JsonNode document = documents.get(place.document() - 1);
        JsonNode object = place.item() == 0 ? document : document.get("items").get(place.item() - 1);
        ((ObjectNode) object.at(patched.spec())).setAll(patched.changedFields());
    }

    @Override
    public void remove(Place place) {
        removed.add(place);
    }

    @Override
    public String text() {
        StringBuilder text = new StringBuilder();
        for (int number = 1; number <= documents.size(); number++) {
            JsonNode document = documents.get(number - 1);
            if (!removed.contains(new Place(number, 0))) {
                text.append(withoutRemoved(document, number).toPrettyString()).append('\n');
            }
        }
        return text.toString();
    }

    private JsonNode withoutRemoved(JsonNode document, int number) {
        List<JsonNode> left = new ArrayList<>();
        for (int item = 1; item <= document.path("items").size(); item++) {
            if (!removed.contains(new Place(number, item))) {
                left.add(document.get("items").get(item - 1));
            }
        }
        if (left.size() == document.path("items").size()) {
            return document;
        }
        ObjectNode shorter = document.deepCopy();
        ((ArrayNode) shorter.get("items")).removeAll().addAll(left);
        return shorter;
    }
}

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
import java.util.List;

/** The documents of a JSON file, one after the other. */
final class JsonDocuments implements Documents {
    private static final ObjectReader READER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .nodeFactory(JsonNodeFactory.withExactBigDecimals(true))
            .build()
            .readerFor(JsonNode.class);

    private final List<JsonNode> documents;

    private JsonDocuments(List<JsonNode> documents) {
        this.documents = documents;
    }

    static JsonDocuments read(InputFile file) throws InputException {
        try (MappingIterator<JsonNode> documents = READER.readValues(file.text())) {
            return new JsonDocuments(new ArrayList<>(documents.readAll()));
        } catch (IOException notJson) {
            throw new InputException(file.name() + " cannot be read: it begins like JSON, but is none");
        }
    }

    @Override
    public String text(Place place) {
        return object(place).toPrettyString() + "\n";
    }

    private ObjectNode object(Place place) {
        JsonNode document = documents.get(place.document() - 1);
        return (ObjectNode)
                (place.item() == 0 ? document : document.get("items").get(place.item() - 1));
    }

    @Override
    public void patch(Place place, PatchedManifest patched) {
        object(place).set("spec", patched.object().get("spec"));
    }

    @Override
    public void remove(Place place) {
        if (place.item() == 0) {
            documents.remove(place.document() - 1);
        } else {
            ((ArrayNode) documents.get(place.document() - 1).get("items")).remove(place.item() - 1);
        }
    }

    @Override
    public List<String> texts() {
        return documents.stream()
                .map(document -> document.toPrettyString() + "\n")
                .toList();
    }
}

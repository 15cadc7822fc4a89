package dev.tolerant.tools.edit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.Place;
import dev.tolerant.observed.explain.PatchedManifest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The documents of a JSON file. */
final class JsonDocuments implements Documents {
    private final String file;
    private final List<JsonNode> documents;
    private final Set<Place> removed = new HashSet<>();

    JsonDocuments(ManifestFile file) {
        this.file = file.name();
        this.documents =
                file.documents().stream().<JsonNode>map(JsonNode::deepCopy).toList();
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
            if (!removed.contains(new Place(file, number, 0))) {
                text.append(withoutRemoved(document, number).toPrettyString()).append('\n');
            }
        }
        return text.toString();
    }

    private JsonNode withoutRemoved(JsonNode document, int number) {
        List<JsonNode> left = new ArrayList<>();
        for (int item = 1; item <= document.path("items").size(); item++) {
            if (!removed.contains(new Place(file, number, item))) {
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

package dev.tolerant.tools.edit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.Place;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.observed.explain.PatchedManifest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * A YAML file whose text is edited, so that comments, order and notation of everything else stay, and 0644 remains the
 * number that it is to the API.
 */
final class YamlDocuments implements Documents {
    private final YamlText text;
    private final List<Node> documents;
    private final List<Integer> starts;
    private final List<YamlText.Edit> edits = new ArrayList<>();

    private YamlDocuments(YamlText text, List<Node> documents, List<Integer> starts) {
        this.text = text;
        this.documents = documents;
        this.starts = starts;
    }

    static YamlDocuments of(ManifestFile file) throws InvalidManifestException {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        YamlText text = new YamlText(file.text());
        List<Node> documents = new ArrayList<>();
        List<Integer> starts = new ArrayList<>();
        try {
            Parser parser = new ParserImpl(new StreamReader(file.text()), options);
            Composer composer = new Composer(parser, new Resolver(), options);
            while (composer.checkNode()) {
                // Anything before the first document belongs to it.
                starts.add(starts.isEmpty() ? 0 : text.index(parser.peekEvent().getStartMark()));
                documents.add(composer.getNode());
            }
        } catch (YAMLException | IllegalArgumentException notYaml) {
            // The library has no exception of its own for a tag with an escaped space at either end.
            throw wrong(Place.wholeFile(file.name()), "it is not YAML or JSON");
        }
        for (int i = 0; i < documents.size(); i++) {
            if (documents.get(i) instanceof SequenceNode) {
                throw wrong(
                        new Place(file.name(), i + 1, 0),
                        "it must be an object, but is a list; put --- between objects");
            }
        }
        return new YamlDocuments(text, documents, starts);
    }

    private static InvalidManifestException wrong(Place place, String message) {
        return new InvalidManifestException(new Problem(place, "", message));
    }

    @Override
    public void patch(Place place, PatchedManifest patched) {
        Node object = YamlText.found(documents.get(place.document() - 1), place.pointer());
        MappingNode spec = (MappingNode) YamlText.found(object, patched.spec());
        JsonNode before = patched.manifest().object().at(patched.spec());
        Map<String, JsonNode> added = new LinkedHashMap<>();
        patched.changedFields().forEach((field, value) -> {
            int index = YamlText.indexOf(field, spec.getValue());
            if (index < 0) {
                added.put(field, value);
                return;
            }
            List<JsonNode> appended = appended(before.path(field), value);
            Node present = spec.getValue().get(index).getValueNode();
            edits.add(
                    !appended.isEmpty() && present instanceof SequenceNode list
                            ? text.append(list, appended)
                            : text.replace(spec, index, value));
        });
        if (!added.isEmpty()) {
            edits.add(text.append(spec, added));
        }
    }

    /** The entries after those that were there before; empty if any of those has changed. */
    private static List<JsonNode> appended(JsonNode before, JsonNode after) {
        List<JsonNode> appended = new ArrayList<>();
        for (int i = 0; i < after.size(); i++) {
            if (i >= before.size()) {
                appended.add(after.get(i));
            } else if (!after.path(i).equals(before.path(i))) {
                return List.of();
            }
        }
        return before.isEmpty() ? List.of() : appended;
    }

    @Override
    public void remove(Place place) {
        int number = place.document() - 1;
        if (place.item() == 0) {
            int end = number + 1 < starts.size()
                    ? starts.get(number + 1)
                    : text.text().length();
            edits.add(new YamlText.Edit(starts.get(number), end, ""));
        } else {
            edits.add(text.removal(YamlText.found(documents.get(number), place.pointer())));
        }
    }

    @Override
    public String text() {
        return YamlText.Edit.applied(edits, text.text());
    }
}

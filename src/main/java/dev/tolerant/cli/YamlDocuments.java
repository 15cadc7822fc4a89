package dev.tolerant.cli;

import com.fasterxml.jackson.core.JsonPointer;
import dev.tolerant.explain.PatchedManifest;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.representer.Representer;

/**
 * The documents of a YAML file as its syntax has them: what is not changed keeps its notation, order and comments, and
 * 0644 stays the number that it is to the API.
 */
final class YamlDocuments implements Documents {
    private final Yaml yaml;
    private final List<Node> documents;

    private YamlDocuments(Yaml yaml, List<Node> documents) {
        this.yaml = yaml;
        this.documents = documents;
    }

    /** Reads the comments too, but not at the price of the file: the library knows some places of comments that it cannot read. */
    static YamlDocuments read(InputFile file) throws InputException {
        try {
            return read(file, true);
        } catch (YAMLException comments) {
            try {
                return read(file, false);
            } catch (YAMLException notYaml) {
                throw new InputException(file.name() + " cannot be read: it is no YAML");
            }
        }
    }

    private static YamlDocuments read(InputFile file, boolean comments) {
        Yaml yaml = yaml(comments);
        List<Node> documents = new ArrayList<>();
        yaml.composeAll(new StringReader(file.text())).forEach(documents::add);
        YamlDocuments read = new YamlDocuments(yaml, documents);
        read.texts();
        return read;
    }

    private static Yaml yaml(boolean comments) {
        LoaderOptions in = new LoaderOptions();
        in.setCodePointLimit(Integer.MAX_VALUE);
        in.setProcessComments(comments);
        DumperOptions out = new DumperOptions();
        out.setProcessComments(comments);
        out.setSplitLines(false);
        out.setIndent(2);
        out.setAnchorGenerator(Node::getAnchor);
        return new Yaml(new SafeConstructor(in), new Representer(out), out, in);
    }

    @Override
    public String text(Place place) {
        return text(YamlPatch.found(document(place), item(place)));
    }

    private Node document(Place place) {
        return documents.get(place.document() - 1);
    }

    private static JsonPointer item(Place place) {
        return JsonPointer.valueOf(place.item() == 0 ? "" : "/items/" + (place.item() - 1));
    }

    private String text(Node node) {
        StringWriter text = new StringWriter();
        yaml.serialize(node, text);
        return text.toString();
    }

    @Override
    public void patch(Place place, PatchedManifest patched) {
        JsonPointer base = item(place).append(patched.base());
        documents.set(place.document() - 1, YamlPatch.applied(document(place), base, patched.patch()));
    }

    @Override
    public void remove(Place place) {
        if (place.item() == 0) {
            documents.remove(place.document() - 1);
        } else {
            documents.set(place.document() - 1, YamlPatch.removed(document(place), item(place)));
        }
    }

    @Override
    public List<String> texts() {
        return documents.stream().map(this::text).toList();
    }
}

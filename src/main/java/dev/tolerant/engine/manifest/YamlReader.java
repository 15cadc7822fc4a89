package dev.tolerant.engine.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.Event.ID;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/** Reads the documents of a YAML text as kubectl does, with anchors, aliases and merge keys. */
final class YamlReader {
    private static final String NOT_YAML = "it is not YAML or JSON";

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int MAX_DEPTH = 1000;
    /** The values and characters that the aliases of a text may stand for, because each can stand for many others. */
    private static final int MAX_ALIASED = 1_000_000;

    private final String file;
    private final Parser parser;
    private final @Nullable List<Twice> twice;
    /** Null while it is being read. */
    private final Map<String, @Nullable JsonNode> anchors = new HashMap<>();

    private int depth;
    private int aliased;

    record Twice(ObjectNode object, String name) {}

    private YamlReader(String file, String text, @Nullable List<Twice> twice) {
        this.file = file;
        this.twice = twice;
        this.parser = parser(text);
    }

    /** The library stops at three million characters, which the pods of a cluster in one List soon have. */
    static Parser parser(String text) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        return new ParserImpl(new StreamReader(text), options);
    }

    /**
     * An empty document is null.
     *
     * @param twice gets the fields that are written twice, of which kubectl takes the last; null to refuse them
     */
    static List<JsonNode> read(String file, String text, @Nullable List<Twice> twice) throws InvalidManifestException {
        YamlReader reader = new YamlReader(file, text, twice);
        List<JsonNode> documents = new ArrayList<>();
        reader.next();
        while (reader.next().is(ID.DocumentStart)) {
            reader.anchors.clear();
            documents.add(reader.value(reader.next()));
            reader.next();
        }
        return List.copyOf(documents);
    }

    private Event next() throws InvalidManifestException {
        try {
            return parser.getEvent();
        } catch (MarkedYAMLException wrong) {
            throw wrongAt(wrong.getProblemMark(), NOT_YAML);
        } catch (RuntimeException wrong) {
            // Such as a character that YAML does not allow, or an escape of none.
            throw wrongAt(null, NOT_YAML);
        }
    }

    private JsonNode value(Event event) throws InvalidManifestException {
        if (event instanceof AliasEvent alias) {
            return aliased(alias);
        }
        String anchor = ((NodeEvent) event).getAnchor();
        if (anchor != null) {
            anchors.put(anchor, null);
        }
        JsonNode value;
        if (event instanceof ScalarEvent scalar) {
            value = scalar(scalar);
        } else {
            if (++depth > MAX_DEPTH) {
                throw wrong("it is nested more than " + MAX_DEPTH + " levels deep", event);
            }
            value = event instanceof MappingStartEvent ? object() : list();
            depth--;
        }
        if (anchor != null) {
            anchors.put(anchor, value);
        }
        return value;
    }

    private JsonNode aliased(AliasEvent alias) throws InvalidManifestException {
        if (!anchors.containsKey(alias.getAnchor())) {
            throw wrong("the alias *" + alias.getAnchor() + " has no anchor before it", alias);
        }
        JsonNode value = anchors.get(alias.getAnchor());
        if (value == null) {
            throw wrong("the alias *" + alias.getAnchor() + " is a part of what it stands for", alias);
        }
        count(value, alias, depth);
        return value.deepCopy();
    }

    private void count(JsonNode value, AliasEvent alias, int level) throws InvalidManifestException {
        aliased += 1 + (value.isTextual() ? value.textValue().length() : 0);
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            aliased += field.getKey().length();
        }
        if (aliased > MAX_ALIASED || level > MAX_DEPTH) {
            throw wrong(
                    "the alias *" + alias.getAnchor()
                            + " makes the text too large: write out what the aliases stand for",
                    alias);
        }
        for (JsonNode part : value) {
            count(part, alias, level + 1);
        }
    }

    private ValueNode scalar(ScalarEvent event) throws InvalidManifestException {
        ValueNode value = YamlScalar.of(event.getTag(), event.isPlain(), event.getValue());
        if (value == null) {
            throw wrong("a value is not what its tag says", event);
        }
        if (value.isDouble() && !Double.isFinite(value.doubleValue())) {
            throw wrong("JSON has no number " + event.getValue() + ": put it in quotes", event);
        }
        return value;
    }

    private ArrayNode list() throws InvalidManifestException {
        ArrayNode list = JSON.arrayNode();
        for (Event event = next(); !event.is(ID.SequenceEnd); event = next()) {
            list.add(value(event));
        }
        return list;
    }

    private ObjectNode object() throws InvalidManifestException {
        ObjectNode object = JSON.objectNode();
        Set<String> merged = new HashSet<>();
        for (Event key = next(); !key.is(ID.MappingEnd); key = next()) {
            if (isMerge(key)) {
                for (ObjectNode part : merged(next())) {
                    part.fieldNames().forEachRemaining(merged::add);
                    object.setAll(part);
                }
                continue;
            }
            JsonNode name = value(key);
            if (name.isContainerNode() || name.isNull()) {
                throw wrong("the name of a field must be text", key);
            }
            if (!merged.remove(name.asText()) && object.has(name.asText())) {
                if (twice == null) {
                    throw wrong("there are two of the field '" + name.asText() + "'", key);
                }
                twice.add(new Twice(object, name.asText()));
            }
            object.set(name.asText(), value(next()));
        }
        return object;
    }

    private static boolean isMerge(Event key) {
        return key instanceof ScalarEvent scalar
                && scalar.getValue().equals(YamlScalar.MERGE)
                && (scalar.isPlain() && scalar.getTag() == null || "tag:yaml.org,2002:merge".equals(scalar.getTag()));
    }

    /** They replace the fields before them, as in go-yaml v2; the first of a list comes last. */
    private List<ObjectNode> merged(Event event) throws InvalidManifestException {
        JsonNode value = value(event);
        List<ObjectNode> objects = new ArrayList<>();
        for (JsonNode part : value.isArray() ? value : List.of(value)) {
            if (!(part instanceof ObjectNode object)) {
                throw wrong("<< must be an object, or a list of objects", event);
            }
            objects.add(0, object);
        }
        return objects;
    }

    private InvalidManifestException wrong(String what, Event event) {
        return wrongAt(event.getStartMark(), what);
    }

    private InvalidManifestException wrongAt(@Nullable Mark mark, String what) {
        String where = mark == null ? "" : " at line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1);
        return InvalidManifestException.ofFile(file, what + where);
    }
}

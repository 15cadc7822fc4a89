package dev.tolerant.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;

/** A file of Kubernetes objects, one or many, as YAML or JSON. */
public final class ManifestFile {
    // The library stops at three million characters, which the pods of a cluster in one List soon have. Its builder
    // forgets a default: an empty document is null, not a string.
    private static final ObjectReader YAML = new YAMLMapper(YAMLFactory.builder()
                    .loaderOptions(unlimited())
                    .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .readerFor(JsonNode.class);
    private static final ObjectReader JSON = new ObjectMapper(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .readerFor(JsonNode.class);

    private ManifestFile() {}

    private static LoaderOptions unlimited() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        return options;
    }

    /**
     * An object, and where it stands in its file.
     *
     * @param document counted from 1
     * @param item within a List, counted from 1; 0 outside of one
     */
    public record Manifest(int document, int item, JsonNode object) {

        /** The place for messages. */
        public String place() {
            return "document " + document + (item == 0 ? "" : ", item " + item);
        }
    }

    /**
     * The objects of a file in their order; an empty file has none, and a List stands for its items.
     *
     * @throws IOException if the file cannot be read, or is no YAML; the message is a sentence without the file's name
     */
    public static List<Manifest> read(Path file) throws IOException {
        return read(Files.newInputStream(file));
    }

    /** The same of a stream, which is closed. */
    public static List<Manifest> read(InputStream file) throws IOException {
        return read(YAML, file);
    }

    /** The same of JSON documents that stand one behind the other, which YAML cannot read. */
    public static List<Manifest> readJson(InputStream file) throws IOException {
        return read(JSON, file);
    }

    private static List<Manifest> read(ObjectReader format, InputStream file) throws IOException {
        List<Manifest> manifests = new ArrayList<>();
        try (JsonParser parser = format.createParser(file);
                MappingIterator<JsonNode> documents =
                        format.readValues(parser instanceof YAMLParser yaml ? new PlainYaml(yaml) : parser)) {
            for (int number = 1; documents.hasNextValue(); number++) {
                addTo(manifests, number, documents.nextValue());
            }
        } catch (JsonProcessingException notYaml) {
            throw new IOException(whatIsWrong(notYaml), notYaml);
        }
        return manifests;
    }

    private static void addTo(List<Manifest> manifests, int number, JsonNode document) {
        if (document.isNull() || document.isMissingNode()) {
            return;
        }
        if (!document.path("kind").asText().endsWith("List")
                || !document.path("items").isArray()) {
            manifests.add(new Manifest(number, 0, document));
            return;
        }
        for (int i = 0; i < document.get("items").size(); i++) {
            JsonNode item = typed(document.get("items").get(i), document);
            manifests.add(new Manifest(number, i + 1, item));
        }
    }

    /** The API leaves kind and apiVersion out of the items of a typed list. */
    private static JsonNode typed(JsonNode item, JsonNode list) {
        String listKind = list.path("kind").asText();
        if (item.has("kind") || !item.isObject() || listKind.equals("List")) {
            return item;
        }
        ObjectNode typed = item.deepCopy();
        typed.put("kind", listKind.substring(0, listKind.length() - "List".length()));
        typed.set("apiVersion", list.path("apiVersion"));
        return typed;
    }

    private static String whatIsWrong(JsonProcessingException notYaml) {
        String where = notYaml.getLocation() == null
                ? ""
                : " at line " + notYaml.getLocation().getLineNr() + ", column "
                        + notYaml.getLocation().getColumnNr();
        String message = notYaml.getOriginalMessage();
        if (message.equals(PlainYaml.NO_ALIASES)) {
            return message + where;
        }
        return message.startsWith("Duplicate field")
                ? message.replace("Duplicate field", "there are two of the field") + where
                : "it is no YAML or JSON" + where;
    }
}

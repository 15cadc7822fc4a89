package dev.tolerant.engine.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.MutableCoercionConfig;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.engine.manifest.YamlReader.Twice;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A file of Kubernetes objects, one or many, as YAML or as concatenated JSON documents; used by one thread. */
public final class ManifestFile {
    // Fractions are written again as they were.
    private static final ObjectReader JSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .nodeFactory(new WholeNumbers())
            .build()
            .readerFor(JsonNode.class);
    private static final String LIST = "List";
    /** The beginning of the folders and links by which a mounted ConfigMap has each file twice. */
    private static final String MOUNTED = "..";

    private static final String DUPLICATE = "Duplicate field";
    private static final List<JsonPointer> NAMES = Stream.of(
                    "/apiVersion", "/kind", "/metadata/name", "/metadata/namespace")
            .map(JsonPointer::compile)
            .toList();

    private final String name;
    private final String text;
    private final boolean isJson;
    private final List<JsonNode> documents;
    private final List<Twice> twice;
    private final Map<Integer, Integer> unseen;
    private @Nullable YamlLines lines;

    private ManifestFile(String name, KubectlText text, boolean isJson, List<JsonNode> documents, List<Twice> twice) {
        this.name = name;
        this.text = text.text();
        this.unseen = text.unseen();
        this.isJson = isJson;
        this.documents = documents;
        this.twice = twice;
    }

    /** Writes a whole number as one, which 60.0 is for the API too. */
    private static final class WholeNumbers extends JsonNodeFactory {
        /** Longer ones have an exponent for kubectl too. */
        private static final int MAX_DIGITS = 21;

        WholeNumbers() {
            super(true);
        }

        @Override
        public ValueNode numberNode(BigDecimal number) {
            if (number.precision() - (long) number.scale() > MAX_DIGITS
                    || number.stripTrailingZeros().scale() > 0) {
                return super.numberNode(number);
            }
            return YamlScalar.whole(number.toBigInteger());
        }
    }

    /** An object, or what people keep beside objects, such as a JSON patch or a chart's values. */
    public record Entry(Place place, JsonNode content) {
        /** True of what is meant as an object, as all that a List has is. */
        public boolean isObject() {
            return place.item() > 0
                    || content.hasNonNull("kind") && (content.hasNonNull("apiVersion") || content.has("metadata"));
        }

        public String form() {
            if (content.isArray()) {
                boolean isPatch = !content.isEmpty()
                        && content.valueStream().allMatch(item -> item.has("op") && item.has("path"));
                return isPatch ? "JSON patch" : "list";
            }
            return content.isObject() ? "untyped mapping" : "plain value";
        }

        /** @throws InvalidManifestException if it is anything but an object */
        public Manifest manifest() throws InvalidManifestException {
            if (!(content instanceof ObjectNode object)) {
                throw new InvalidManifestException(
                        new ManifestProblem(place, "", "it must be a Kubernetes object, with apiVersion and kind"));
            }
            Manifest manifest = new Manifest(place, object);
            for (JsonPointer path : NAMES) {
                JsonNode value = content.at(path);
                if (value.isValueNode() && !value.isTextual() && !value.isNull()) {
                    throw manifest.wrong(
                            path.toString().substring(1).replace('/', '.'),
                            "must be a string, but is " + value.asText() + ": put it in quotes");
                }
            }
            return manifest;
        }
    }

    /** Has a mapper refuse booleans and numbers where there is text, as the API does. */
    public static void takesTextAlone(MutableCoercionConfig text) {
        text.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
    }

    /** The file must be YAML or JSON in UTF-8. */
    public static ManifestFile read(Path file) throws IOException, InvalidManifestException {
        return of(file.toString(), Files.readAllBytes(file));
    }

    /** The text of a file in the program's own jar, by its path there. */
    public static String bundled(String path) {
        try (InputStream file = ManifestFile.class.getResourceAsStream(path)) {
            return new String(Objects.requireNonNull(file, path).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    public static ManifestFile of(String name, byte[] content) throws InvalidManifestException {
        return of(name, text(name, content), null);
    }

    /** Of a field that is written twice the last counts, and some YAML is refused or not seen. */
    public static ManifestFile asKubectl(String name, byte[] content) throws InvalidManifestException {
        return of(name, text(name, content), new ArrayList<>());
    }

    private static String text(String name, byte[] content) throws InvalidManifestException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw InvalidManifestException.ofFile(name, "it is not UTF-8");
        }
    }

    public static ManifestFile of(String name, String text) throws InvalidManifestException {
        return of(name, text, null);
    }

    private static ManifestFile of(String name, String text, @Nullable List<Twice> twice)
            throws InvalidManifestException {
        List<JsonNode> documents = new ArrayList<>();
        try {
            parse(text, documents);
            // A number or a string alone is JSON too, but is more likely to be YAML with a mistake.
            if (!documents.isEmpty() && documents.stream().allMatch(JsonNode::isContainerNode)) {
                return new ManifestFile(name, KubectlText.whole(text), true, documents, List.of());
            }
        } catch (JsonProcessingException notJson) {
            String message = notJson.getOriginalMessage();
            if (twice == null && message.startsWith(DUPLICATE)) {
                throw InvalidManifestException.ofFile(
                        name,
                        message.replace(DUPLICATE, "there are two of the field") + " at line "
                                + notJson.getLocation().getLineNr() + ", column "
                                + notJson.getLocation().getColumnNr());
            }
            if (twice != null && !message.startsWith(DUPLICATE) && !documents.isEmpty()) {
                KubectlText.checkAfterJson(name, text, notJson.getLocation().getLineNr());
            }
        }
        return yaml(name, text, twice);
    }

    private static ManifestFile yaml(String name, String text, @Nullable List<Twice> twice)
            throws InvalidManifestException {
        KubectlText read = KubectlText.whole(text);
        List<JsonNode> documents;
        try {
            documents = YamlReader.read(name, text, twice);
        } catch (InvalidManifestException wrong) {
            String spaced = YamlTabs.spaced(text);
            read = twice == null ? KubectlText.whole(spaced) : KubectlText.of(spaced);
            if (read.text().equals(text)) {
                throw wrong;
            }
            if (twice != null) {
                twice.clear();
            }
            documents = YamlReader.read(name, read.text(), twice);
        }
        if (twice != null) {
            KubectlText.check(name, text);
        }
        return new ManifestFile(name, read, false, documents, twice == null ? List.of() : twice);
    }

    /** @param read gets the documents, as far as they are JSON */
    private static void parse(String text, List<JsonNode> read) throws JsonProcessingException {
        try (JsonParser parser = JSON.createParser(text);
                MappingIterator<JsonNode> documents = JSON.readValues(parser)) {
            while (documents.hasNextValue()) {
                read.add(next(documents, parser));
            }
        } catch (JsonProcessingException wrong) {
            throw wrong;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static JsonNode next(MappingIterator<JsonNode> documents, JsonParser parser) throws IOException {
        try {
            return documents.nextValue();
        } catch (NumberFormatException tooLarge) {
            throw new JsonParseException(parser, "a number is too large", tooLarge);
        }
    }

    public String name() {
        return name;
    }

    /** Counted from 1, of a field or of the innermost part of its path that is written; 0 for JSON, and for a whole file. */
    public int line(Place place, String path) {
        if (isJson || place.document() == 0) {
            return 0;
        }
        if (lines == null) {
            lines = new YamlLines(text);
        }
        String item = place.item() == 0 ? "" : "items[" + (place.item() - 1) + "].";
        return lines.line(place.document(), item + path);
    }

    /** Of a field that is written twice, the last counts. */
    public List<String> twice(Place place) {
        List<String> paths = new ArrayList<>();
        if (!twice.isEmpty()) {
            addTwice(documents.get(place.document() - 1).at(place.pointer()), "", paths);
        }
        return List.copyOf(paths);
    }

    /** Counted from 1; 0 where kubectl sees all that follows the object. */
    public int unseenAfter(Place place) {
        return place.item() > 1 ? 0 : unseen.getOrDefault(place.document(), 0);
    }

    private void addTwice(JsonNode value, String path, List<String> paths) {
        String fields = path.isEmpty() ? "" : path + ".";
        twice.stream()
                .filter(each -> each.object() == value)
                .map(each -> fields + each.name())
                .distinct()
                .forEach(paths::add);
        value.properties().forEach(field -> addTwice(field.getValue(), fields + field.getKey(), paths));
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            addTwice(value.get(i), path + "[" + i + "]", paths);
        }
    }

    /** Empty documents are among them. */
    public List<JsonNode> documents() {
        return documents;
    }

    /** In the file's order; an empty document has none, and a List is read as its items. */
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < documents.size(); i++) {
            addTo(entries, i + 1, documents.get(i));
        }
        return List.copyOf(entries);
    }

    /** In the file's order; a List is read as its items, and what is no object is passed over. */
    public List<Manifest> manifests() throws InvalidManifestException {
        List<Manifest> manifests = new ArrayList<>();
        for (Entry entry : entries()) {
            if (entry.isObject()) {
                manifests.add(entry.manifest());
            }
        }
        return List.copyOf(manifests);
    }

    public List<String> otherForms() {
        return entries().stream()
                .filter(entry -> !entry.isObject())
                .map(Entry::form)
                .toList();
    }

    private void addTo(List<Entry> entries, int number, JsonNode document) {
        if (document.isNull() || document.isMissingNode()) {
            return;
        }
        if (!document.path("kind").asText().endsWith(LIST)
                || !document.path("items").isArray()) {
            entries.add(new Entry(new Place(name, number, 0), document));
            return;
        }
        for (int i = 0; i < document.get("items").size(); i++) {
            JsonNode item = typed(document.get("items").get(i), document);
            entries.add(new Entry(new Place(name, number, i + 1), item));
        }
    }

    /** {@code Node} of a NodeList; empty where each item has to say its own kind, or there is no list. */
    public static Optional<String> kindOfItems(String kind) {
        return kind.endsWith(LIST) && !kind.equals(LIST)
                ? Optional.of(kind.substring(0, kind.length() - LIST.length()))
                : Optional.empty();
    }

    /** The API leaves kind and apiVersion out of the items of a typed list. */
    private static JsonNode typed(JsonNode item, JsonNode list) {
        Optional<String> kind = kindOfItems(list.path("kind").asText());
        if (item.has("kind") || !item.isObject() || kind.isEmpty()) {
            return item;
        }
        ObjectNode typed = item.deepCopy();
        typed.put("kind", kind.get());
        typed.set("apiVersion", list.path("apiVersion"));
        return typed;
    }

    /** In byte order, without hidden ones: in a mounted ConfigMap the visible links point to those. */
    public static List<Path> filesIn(Path directory) throws IOException {
        return filesIn(directory, false);
    }

    /**
     * @param asKubectl true to read hidden files, and to pass over links to a directory above them, in place of an
     *     error
     */
    static List<Path> filesIn(Path directory, boolean asKubectl) throws IOException {
        String hidden = asKubectl ? MOUNTED : ".";
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(
                directory, Set.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes any) throws IOException {
                        boolean isLeftOut =
                                !each.equals(directory) && (isHidden(each) || asKubectl && leadsUpward(each));
                        return isLeftOut ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (attributes.isRegularFile() && !isHidden(file) && isManifest(file)) {
                            files.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException why) throws IOException {
                        if (asKubectl && why instanceof FileSystemLoopException) {
                            return FileVisitResult.CONTINUE;
                        }
                        throw why;
                    }

                    private boolean isHidden(Path file) {
                        return file.getFileName().toString().startsWith(hidden);
                    }
                });
        Collections.sort(files);
        return files;
    }

    private static boolean leadsUpward(Path directory) throws IOException {
        Path parent = directory.toAbsolutePath().getParent();
        return parent != null
                && Files.isSymbolicLink(directory)
                && parent.toRealPath().startsWith(directory.toRealPath());
    }

    private static boolean isManifest(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
    }
}

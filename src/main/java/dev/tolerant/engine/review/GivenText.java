package dev.tolerant.engine.review;

import dev.tolerant.engine.json.JsonCursor;
import dev.tolerant.engine.json.SkippingParser;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.pod.Given;
import dev.tolerant.engine.toleration.Toleration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The text of the annotation {@code tolerant.dev/given}: a JSON array of tolerations, each with its giver. */
public final class GivenText {
    /** The record of a pod whose tolerations are all its author's. */
    static final String NOTHING = "[]";

    /** A longer text is no record: annotations share 256 KiB, and a pod is sent to every watcher. */
    static final int MAX_BYTES = 4096;

    private static final String PATH = Given.ANNOTATION;

    private GivenText() {}

    /** The text; null if it would be too long. */
    static @Nullable String write(Given given) {
        byte[] text = JsonBytes.of(json -> {
            json.writeStartArray();
            for (Given.Entry entry : given.entries()) {
                json.writeStartObject();
                TolerationWriter.writeFields(json, entry.toleration());
                json.writeStringField("from", entry.giver());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
        return text.length > MAX_BYTES ? null : new String(text, StandardCharsets.UTF_8);
    }

    /** The record; empty if the text is none. */
    public static Optional<Given> read(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_BYTES) {
            return Optional.empty();
        }
        try (SkippingParser parser = SkippingParser.of(bytes)) {
            if (parser.nextToken() == null) {
                return Optional.empty();
            }
            JsonCursor json = new JsonCursor(parser);
            List<Given.Entry> entries = new ArrayList<>();
            if (!json.enterArray(PATH)) {
                return Optional.empty();
            }
            while (json.nextElement(PATH)) {
                StringBuilder giver = new StringBuilder();
                Toleration toleration = TolerationReader.readWith(json, giver);
                if (giver.isEmpty()) {
                    return Optional.empty();
                }
                entries.add(new Given.Entry(toleration, giver.toString()));
            }
            return parser.nextToken() == null ? Optional.of(new Given(entries)) : Optional.empty();
        } catch (IOException | UnexpectedJsonException notARecord) {
            return Optional.empty();
        }
    }
}

package dev.tolerant.api;

import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.TreeReader;
import dev.tolerant.engine.json.TreeReader.Span;
import dev.tolerant.engine.json.UnexpectedJsonException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.Arrays;
import java.util.Objects;

/**
 * One change that a watch tells.
 *
 * @param type {@code ADDED}, {@code MODIFIED}, {@code DELETED}, {@code BOOKMARK}, or {@code ERROR} where it is expired
 * @param namespace of the object; empty where it has none
 * @param name of the object; empty in a bookmark or where it is expired
 * @param resourceVersion from which a later watch goes on; empty where it is expired
 * @param object that has changed
 */
public record WatchEvent(String type, String namespace, String name, String resourceVersion, byte[] object) {
    private static final String ERROR = "ERROR";
    private static final Mask EVENT = Mask.ofValues("type")
            .with(
                    "object",
                    Mask.ofValues("code").with("metadata", Mask.ofValues("namespace", "name", "resourceVersion")));

    /**
     * @throws IOException if the line is not an event, or one that ends the watch for another reason than its version
     */
    public static WatchEvent read(byte[] line) throws IOException {
        try {
            Fields event = Fields.of(TreeReader.read(line, EVENT));
            Fields object = event.object("object");
            if (!object.isPresent()) {
                throw new IOException("the watch sent an event without an object");
            }
            long code = Objects.requireNonNullElse(object.integer("code"), 0L);
            if (event.text("type").equals(ERROR) && code != HttpURLConnection.HTTP_GONE) {
                throw new IOException("the API server ends the watch with an error " + code);
            }
            Fields metadata = object.object("metadata");
            Span place = object.span();
            return new WatchEvent(
                    event.text("type"),
                    metadata.text("namespace"),
                    metadata.text("name"),
                    metadata.text("resourceVersion"),
                    Arrays.copyOfRange(line, place.start(), place.end()));
        } catch (UnexpectedJsonException unexpected) {
            throw new IOException(unexpected.getMessage(), unexpected);
        }
    }

    /** True where the watch cannot go on from where it was. */
    public boolean isExpired() {
        return type.equals(ERROR);
    }
}

package dev.tolerant.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * A file of the page.
 *
 * @param type its content type
 */
record Asset(String path, String type, byte[] content) {
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml",
            "yaml", "text/plain; charset=utf-8");

    static Asset of(String path) {
        return find(path).orElseThrow(() -> new IllegalStateException("the program's jar has no playground/" + path));
    }

    /** The file, if the jar has it. */
    static Optional<Asset> find(String path) {
        try (InputStream in = Asset.class.getResourceAsStream("/playground/" + path)) {
            return in == null ? Optional.empty() : Optional.of(of(path, in.readAllBytes()));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** A file with this text, which is not in the jar. */
    static Asset of(String path, String text) {
        return of(path, text.getBytes(StandardCharsets.UTF_8));
    }

    private static Asset of(String path, byte[] content) {
        String type = TYPES.getOrDefault(path.substring(path.lastIndexOf('.') + 1), "application/octet-stream");
        return new Asset(path, type, content);
    }

    /** Where the page asks for it, relative to the page. */
    String url() {
        return "playground/" + path;
    }

    /** Its content, if that is a text. */
    public String text() {
        return new String(content, StandardCharsets.UTF_8);
    }
}

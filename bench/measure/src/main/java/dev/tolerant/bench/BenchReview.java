package dev.tolerant.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The bytes of a review to measure with. */
public final class BenchReview {
    private static final Path DIRECTORY = Path.of("bench/reviews");

    private BenchReview() {}

    /** Where the review of this name, {@code small} or {@code large}, lies. */
    public static Path file(String name) {
        return DIRECTORY.resolve(name + "-review.json");
    }

    /** The review of this name. */
    public static byte[] read(String name) {
        try {
            return Files.readAllBytes(file(name));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The small review with so many containers more that it has at least this many bytes. */
    public static byte[] ofBytes(int bytes) {
        String small = new String(read("small"), StandardCharsets.UTF_8);
        String container = "{\"name\":\"c\",";
        int at = small.lastIndexOf(container);
        int end = small.indexOf("],\"restartPolicy\"");
        String one = small.substring(at, end);
        StringBuilder more = new StringBuilder(bytes);
        for (int i = 0; more.length() < bytes - small.length(); i++) {
            more.append(one.replace(container, "{\"name\":\"c" + i + "\",")).append(',');
        }
        return (small.substring(0, at) + more + small.substring(at)).getBytes(StandardCharsets.UTF_8);
    }
}

package dev.tolerant.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The bytes of a review to measure with. */
public final class BenchReview {
    private static final Path DIRECTORY = Path.of("bench/reviews");

    private BenchReview() {}

    /** The file of the review of this name, {@code small} or {@code large}. */
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

    /** The small review, with as many containers added as it takes to reach this many bytes. */
    public static byte[] ofBytes(int bytes) {
        return ofBytes(new String(read("small"), StandardCharsets.UTF_8), bytes).getBytes(StandardCharsets.UTF_8);
    }

    /** The same with this small review. */
    static String ofBytes(String small, int bytes) {
        String container = "{\"name\":\"c\",";
        int at = small.lastIndexOf(container);
        int end = small.indexOf("],\"restartPolicy\"");
        String one = small.substring(at, end).replace(container, container + environment());
        StringBuilder more = new StringBuilder(bytes);
        for (int i = 0; more.length() < bytes - small.length(); i++) {
            more.append(one.replace(container, "{\"name\":\"c" + i + "\",")).append(',');
        }
        return small.substring(0, at) + more + small.substring(at);
    }

    /** A hundred variables, because the rules refuse pods with so many small containers. */
    private static String environment() {
        return IntStream.range(0, 100)
                .mapToObj(i -> "{\"name\":\"VARIABLE_" + i + "\",\"value\":\"" + "v".repeat(48) + "\"}")
                .collect(Collectors.joining(",", "\"env\":[", "],"));
    }
}

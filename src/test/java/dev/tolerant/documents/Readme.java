package dev.tolerant.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The README, and its tables behind {@code <!-- name -->} marks. */
public final class Readme {
    private static final Pattern CELL_END = Pattern.compile("(?<!\\\\)\\|");

    private final String text;

    private Readme(String text) {
        this.text = text;
    }

    public static Readme read() {
        try {
            return new Readme(Files.readString(Path.of("README.md")));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public String text() {
        return text;
    }

    /** The rows of the table behind the mark, without its head, each as its cells. */
    public List<List<String>> table(String mark) {
        int start = text.indexOf("<!-- " + mark + " -->");
        if (start < 0) {
            throw new AssertionError("README has no mark " + mark);
        }
        return text.substring(start)
                .lines()
                .skip(1)
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(line -> Arrays.stream(CELL_END.split(line.substring(1)))
                        .map(String::trim)
                        .toList())
                .toList();
    }

    /** The text between the cell's first pair of backquotes, or the cell itself. */
    public static String code(String cell) {
        Matcher code = Pattern.compile("`([^`]*)`").matcher(cell);
        return code.find() ? code.group(1) : cell;
    }
}

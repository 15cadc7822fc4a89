package dev.tolerant.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The README and the pages of {@code docs}, with the tables that follow their {@code <!-- name -->} marks. */
public final class DocumentFiles {
    public static final Path README = Path.of("README.md");

    private static final Path PAGES = Path.of("docs");
    private static final Pattern CELL_END = Pattern.compile("(?<!\\\\)\\|");
    private static final Pattern CODE = Pattern.compile("`([^`]*)`");

    private final Map<Path, String> texts;

    private DocumentFiles(Map<Path, String> texts) {
        this.texts = texts;
    }

    public static DocumentFiles read() {
        Map<Path, String> texts = new TreeMap<>();
        paths().forEach(path -> texts.put(path, text(path)));
        return new DocumentFiles(texts);
    }

    /** Without the records of decisions, which stay as they were written. */
    public static List<Path> paths() {
        try (Stream<Path> pages = Files.list(PAGES)) {
            return Stream.concat(
                            Stream.of(README),
                            pages.filter(page -> page.toString().endsWith(".md"))
                                    .sorted())
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The texts by their paths. */
    public Map<Path, String> texts() {
        return texts;
    }

    /** All texts, one after the other. */
    public String text() {
        return String.join("\n", texts.values());
    }

    /** The rows of the table that follows the mark, without its head, each as its cells. */
    public List<List<String>> table(String mark) {
        Pattern line = Pattern.compile("<!-- " + Pattern.quote(mark) + "(: [^>]*)? -->");
        List<String> marked = texts.values().stream()
                .filter(text -> text.lines().anyMatch(line.asMatchPredicate()))
                .toList();
        if (marked.size() != 1) {
            throw new AssertionError(marked.size() + " documents have the mark " + mark + ", and one should");
        }
        return marked.get(0)
                .lines()
                .dropWhile(line.asMatchPredicate().negate())
                .skip(1)
                .takeWhile(row -> row.startsWith("|"))
                .skip(2)
                .map(row -> Arrays.stream(CELL_END.split(row.substring(1)))
                        .map(String::trim)
                        .toList())
                .toList();
    }

    /** The text between the cell's first pair of backquotes, or the cell itself. */
    public static String code(String cell) {
        return codes(cell).stream().findFirst().orElse(cell);
    }

    /** The texts between the cell's pairs of backquotes. */
    public static List<String> codes(String cell) {
        return CODE.matcher(cell).results().map(match -> match.group(1)).toList();
    }
}

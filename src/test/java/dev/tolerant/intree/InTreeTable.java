package dev.tolerant.intree;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One file of in-tree cases.
 *
 * @param test the class that runs the cases, which the file names
 * @param cases all cases, including those that no test runs
 */
public record InTreeTable(String name, String test, List<InTreeCase> cases) {
    private static final Path DIRECTORY = Path.of("src/test/resources/in-tree");
    private static final String TEST = "# test: ";

    /** The cases of a table that a test must run. */
    public static List<InTreeCase> run(String name) {
        return read(DIRECTORY.resolve(name)).cases().stream()
                .filter(each -> each.elsewhere().isEmpty())
                .toList();
    }

    /** All tables. */
    public static List<InTreeTable> all() {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .map(InTreeTable::read)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static InTreeTable read(Path file) {
        String test = "";
        List<String> columns = List.of();
        List<InTreeCase> cases = new ArrayList<>();
        for (String line : lines(file)) {
            if (line.startsWith(TEST)) {
                test = line.substring(TEST.length());
            } else if (!line.startsWith("#") && !line.isBlank()) {
                List<String> cells =
                        Stream.of(line.split("\\|", -1)).map(String::strip).toList();
                if (columns.isEmpty()) {
                    columns = cells;
                } else {
                    cases.add(aCase(columns, cells));
                }
            }
        }
        return new InTreeTable(file.getFileName().toString(), test, cases);
    }

    private static InTreeCase aCase(List<String> columns, List<String> cells) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException(cells + " does not fit the columns " + columns);
        }
        Map<String, String> byColumn = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            byColumn.put(columns.get(i), cells.get(i));
        }
        return new InTreeCase(cells.get(0), byColumn);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}

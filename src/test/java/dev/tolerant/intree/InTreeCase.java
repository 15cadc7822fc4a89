package dev.tolerant.intree;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One line of {@code in-tree-cases.txt}.
 *
 * @param section the table that the line is in
 * @param cells the cells by column name
 */
record InTreeCase(String section, String id, Map<String, String> cells) {
    private static final Path FILE = Path.of("src/test/resources/in-tree-cases.txt");
    private static final String DIFFERS = "differs ";
    private static final String ELSEWHERE = "elsewhere ";

    /** Why {@link InTreeTest} does not run a case from its line. */
    enum Elsewhere {
        /** The readers of reviews decide what in a request is a pod, and have their own tests. */
        READING,
        /** The API server merges a RuntimeClass's tolerations before it calls webhooks. */
        RUNTIME_CLASS,
        /** The DaemonSet controller decides from the template which nodes get a pod. */
        DAEMON_SET_CONTROLLER,
        /** Running timers belong to the taint-eviction controller. */
        RUNNING_TIMERS,
        /** The API server itself compares the stored pod with the new one. */
        API_SERVER,
        /** The program has no counterpart of the tested function, so its errors cannot occur. */
        NO_SUCH_CALL,
        /** A property of random lists, which {@link InTreeTest} has a method for. */
        PROPERTY
    }

    /** All cases, in the order of the file. */
    static List<InTreeCase> all() {
        String section = "";
        List<String> columns = List.of();
        List<InTreeCase> cases = new ArrayList<>();
        for (String line : lines()) {
            if (line.startsWith("[")) {
                section = line.substring(1, line.length() - 1);
                columns = List.of();
            } else if (!line.startsWith("#") && !line.isBlank()) {
                List<String> cells =
                        Stream.of(line.split("\\|", -1)).map(String::strip).toList();
                if (columns.isEmpty()) {
                    columns = cells;
                } else {
                    cases.add(of(section, columns, cells));
                }
            }
        }
        return cases;
    }

    /** The text in a column. */
    String cell(String column) {
        String text = cells.get(column);
        if (text == null) {
            throw new IllegalArgumentException(id + " has no column " + column);
        }
        return text;
    }

    /** The result that this program must give: {@code expected}, or {@code ours} where it differs. */
    String expected() {
        return cell(difference().isPresent() ? "ours" : "expected");
    }

    Optional<Difference> difference() {
        return verdict(DIFFERS).map(Difference::valueOf);
    }

    Optional<Elsewhere> elsewhere() {
        return verdict(ELSEWHERE).map(Elsewhere::valueOf);
    }

    boolean isSame() {
        return cell("verdict").equals("same");
    }

    private Optional<String> verdict(String kind) {
        String verdict = cell("verdict");
        return verdict.startsWith(kind) ? Optional.of(verdict.substring(kind.length())) : Optional.empty();
    }

    @Override
    public String toString() {
        return section + " " + id;
    }

    private static InTreeCase of(String section, List<String> columns, List<String> cells) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException(cells + " does not fit the columns " + columns);
        }
        Map<String, String> byColumn = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            byColumn.put(columns.get(i), cells.get(i));
        }
        return new InTreeCase(section, cells.get(0), byColumn);
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(FILE);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}

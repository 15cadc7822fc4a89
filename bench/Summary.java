import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Makes a table of the figures that it reads: lines of a side, a name, a unit and a number, with a tab between each two. */
final class Summary {
    private final Set<String> sides = new LinkedHashSet<>();
    private final Map<String, Row> rows = new LinkedHashMap<>();

    /** The numbers of each side that belong to one name, in the order of their pairs. */
    private record Row(String name, String unit, Map<String, List<Double>> numbers) {

        List<Double> of(String side) {
            return numbers.getOrDefault(side, List.of());
        }

        String median(String side) {
            return of(side).isEmpty() ? "-" : text(Summary.median(of(side))) + " " + unit;
        }

        /** The ratio of each pair. */
        List<Double> ratios(String before, String after) {
            return IntStream.range(0, Math.min(of(before).size(), of(after).size()))
                    .mapToObj(i -> of(after).get(i) / of(before).get(i))
                    .toList();
        }
    }

    public static void main(String... none) throws IOException {
        Summary summary = new Summary();
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                .lines()
                .forEach(summary::add);
        new PrintStream(System.out, true, StandardCharsets.UTF_8).print(summary.table());
    }

    private void add(String line) {
        String[] fields = line.split("\t");
        sides.add(fields[0]);
        rows.computeIfAbsent(fields[1], name -> new Row(name, fields[2], new LinkedHashMap<>()))
                .numbers()
                .computeIfAbsent(fields[0], side -> new ArrayList<>())
                .add(Double.valueOf(fields[3]));
    }

    private String table() {
        List<String> names = List.copyOf(sides);
        boolean compares = names.size() == 2;
        StringBuilder table = new StringBuilder("| what | " + String.join(" | ", names) + " |");
        table.append(compares ? " " + names.get(1) + " / " + names.get(0) + " | higher |\n" : "\n");
        table.append("| --- ".repeat(compares ? 5 : 1 + names.size())).append("|\n");
        for (Row row : rows.values()) {
            table.append("| ").append(row.name()).append(" |");
            names.forEach(side -> table.append(' ').append(row.median(side)).append(" |"));
            table.append(compares ? comparison(row.ratios(names.get(0), names.get(1))) : "")
                    .append('\n');
        }
        return table.toString();
    }

    /** The median of the ratios with the least and the most of them, and how many are above 1. */
    private static String comparison(List<Double> ratios) {
        if (ratios.isEmpty()) {
            return " - | - |";
        }
        List<Double> sorted = ratios.stream().sorted().toList();
        String spread = " (" + text(sorted.get(0)) + " to " + text(sorted.get(sorted.size() - 1)) + ")";
        long higher = ratios.stream().filter(ratio -> ratio > 1).count();
        return " " + text(median(ratios)) + spread + " | " + higher + " of " + ratios.size() + " |";
    }

    private static double median(List<Double> numbers) {
        List<Double> sorted = numbers.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    private static String text(double number) {
        return String.format(Locale.ROOT, number >= 100 ? "%,.0f" : "%.2f", number);
    }
}

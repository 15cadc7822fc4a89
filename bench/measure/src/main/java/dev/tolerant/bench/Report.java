package dev.tolerant.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The results so far: each line is printed and written to the files once it is measured, so that an interrupted run keeps it. */
final class Report {
    private final Path directory;
    private final PrintStream out;
    private final PrintStream progress;
    private final String machine;
    private final Map<String, Line> lines = new LinkedHashMap<>();
    private final List<String> remarks = new ArrayList<>();
    private String printedHeading = "";

    private Report(Path directory, PrintStream out, PrintStream progress, String machine) {
        this.directory = directory;
        this.out = out;
        this.progress = progress;
        this.machine = machine;
    }

    /**
     * Begins a report, and prints on what it measures.
     *
     * @param directory where the files go
     * @param out for the lines
     * @param progress for what the benchmark is doing
     * @param machine on what it measures
     */
    static Report begin(Path directory, PrintStream out, PrintStream progress, String machine) throws IOException {
        Report report = new Report(Files.createDirectories(directory), out, progress, machine);
        out.println(machine);
        report.write();
        return report;
    }

    /** Says what the benchmark is doing. */
    void say(String what) {
        progress.println("== " + what);
    }

    /** Adds a line whose measurement is over. */
    void add(Line line) throws IOException {
        update(line);
        if (!line.heading().equals(printedHeading)) {
            out.println("\n" + line.heading());
            printedHeading = line.heading();
        }
        out.println(line.markdown());
    }

    /** Puts a line into the files that has more figures to come. */
    void update(Line line) throws IOException {
        lines.put(line.heading() + line.what(), line);
        write();
    }

    /** Adds what the reader of the results has to know. */
    void remark(String sentence) throws IOException {
        remarks.add(sentence);
        say(sentence);
        write();
    }

    /** Writes a picture. */
    void picture(String name, String svg) throws IOException {
        Files.writeString(directory.resolve(name), svg);
    }

    /** The lines that are rows of loads. */
    List<Row> rates() {
        return lines.values().stream()
                .filter(Row.class::isInstance)
                .map(Row.class::cast)
                .filter(row -> row.unit().equals("/s"))
                .toList();
    }

    /** All lines in their tables, in Markdown. */
    String markdown() {
        Map<String, List<String>> tables = new LinkedHashMap<>();
        lines.values()
                .forEach(line -> tables.computeIfAbsent(line.heading(), heading -> new ArrayList<>())
                        .add(line.markdown()));
        StringBuilder text = new StringBuilder(machine).append('\n');
        tables.forEach((heading, table) -> text.append('\n')
                .append(heading)
                .append('\n')
                .append(String.join("\n", table))
                .append('\n'));
        remarks.forEach(remark -> text.append('\n').append(remark).append('\n'));
        return text.toString();
    }

    private void write() throws IOException {
        Files.writeString(directory.resolve("results.md"), markdown());
        new ObjectMapper()
                .writerWithDefaultPrettyPrinter()
                .writeValue(directory.resolve("results.json").toFile(), lines.values());
    }
}

package dev.tolerant.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the program beside a server that does nothing, and writes down the results. */
@Command(
        name = "bench/run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures the program beside a server that parses nothing, in one run on one machine.")
final class Bench implements Callable<Integer> {
    private static final int QUICK_SECONDS = 5;
    private static final int RATE = 1000;

    @Option(
            names = "--quick",
            description = "Everything once, with few requests, without JMH and the AOT cache: to see that it works.")
    private boolean quick;

    @Option(names = "--rounds", defaultValue = "7", description = "Rounds of each load. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--requests", defaultValue = "50000", description = "Reviews a round. Default: ${DEFAULT-VALUE}.")
    private int requests;

    @Option(names = "--starts", defaultValue = "10", description = "Starts of each server. Default: ${DEFAULT-VALUE}.")
    private int starts;

    @Option(
            names = "--peer",
            paramLabel = "NAME=URL",
            description = "Another webhook to measure beside the program; may be repeated.")
    private Map<String, String> peers = new LinkedHashMap<>();

    @Option(names = "--jvm", paramLabel = "OPTIONS", description = "JVM options instead of those of the chart.")
    private @Nullable String jvmOptions;

    @Option(
            names = "--parts",
            split = ",",
            paramLabel = "PART",
            description = "What to measure: ${COMPLETION-CANDIDATES}. Default: all.")
    private Set<Part> parts = EnumSet.allOf(Part.class);

    @Option(names = "--aot", paramLabel = "DIR", hidden = true, description = "The program packaged for the AOT cache.")
    private @Nullable Path aot;

    @Option(names = "--jdk", paramLabel = "HOME", hidden = true, description = "The Java that made the cache.")
    private @Nullable Path jdk;

    @Option(names = "--certificate", paramLabel = "DIR", required = true, hidden = true)
    private Path certificate = Path.of("");

    private final List<Row> rows = new ArrayList<>();

    /** The parts of the benchmark, which do not need each other. */
    private enum Part {
        LOADS,
        STARTS,
        ENGINE,
        NODES,
        FLEET
    }

    private Bench() {}

    public static void main(String... arguments) {
        System.exit(new CommandLine(new Bench())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException, RunnerException {
        Application program = Application.program(Path.of("target/quarkus-app"), certificate);
        Application ceiling = Application.ceiling(certificate);
        Jvm jvm = jvmOptions == null ? Jvm.ofChart() : Jvm.with(jvmOptions.split(" "));
        if (parts.contains(Part.LOADS)) {
            measureLoads(program, ceiling, jvm);
        }
        if (parts.contains(Part.STARTS)) {
            measureStarts(program, ceiling, jvm);
        }
        if (parts.contains(Part.ENGINE) && !quick) {
            say("JMH: the engine alone");
            rows.addAll(Microbenchmarks.run(jvm).rows());
        }
        if (parts.contains(Part.NODES)) {
            say("nodes");
            rows.addAll(new NodesMemory(certificate, jvm, quick ? 1500 : 15_000).rows());
        }
        if (parts.contains(Part.NODES) && !quick) {
            say("JMH: nodes");
            rows.add(Microbenchmarks.ofNodes(jvm).ofNodes());
        }
        if (parts.contains(Part.FLEET)) {
            say("a keeper's passes");
            List<Integer> sizes = quick ? List.of(10_000) : List.of(10_000, 50_000, 100_000);
            rows.addAll(new Fleet(certificate, jvm, sizes).rows());
        }
        write(jvm);
        return 0;
    }

    private void measureLoads(Application program, Application ceiling, Jvm jvm)
            throws IOException, InterruptedException {
        try (Server tolerant = Server.start(program, jvm);
                Server bare = Server.start(ceiling, jvm)) {
            say("reviews a second");
            Map<String, String> urls = new LinkedHashMap<>(peers);
            urls.put("ceiling", bare.url());
            urls.put("program", tolerant.url());
            rows.addAll(new Throughput(quick ? 1 : rounds, requests).rows(urls));

            say("memory");
            Memory memory = new Memory(quick ? requests : 200_000);
            rows.add(Row.difference(
                    "memory after " + memory.reviews() + " reviews",
                    "MB",
                    Samples.of(memory.after(tolerant)),
                    Samples.of(memory.after(bare)),
                    "at most 40 more",
                    "the ceiling"));

            say("1,000 reviews a second");
            Samples answers =
                    new Load(tolerant.url(), BenchReview.file("small")).milliseconds(RATE, quick ? QUICK_SECONDS : 60);
            rows.add(Row.ratio(
                    "p99 at 1,000 reviews a second",
                    "ms",
                    new double[] {answers.percentile(99)},
                    new double[] {answers.median()},
                    "at most 5",
                    "the median"));
            rows.add(memory.largest(tolerant));
        }
    }

    private void measureStarts(Application program, Application ceiling, Jvm jvm)
            throws IOException, InterruptedException {
        say("starts");
        Starts count = new Starts(quick ? 1 : starts, certificate);
        try (Server bare = Server.start(ceiling, jvm)) {
            count.warmUpClient(bare);
        }
        List<Application> applications = new ArrayList<>(List.of(program, ceiling));
        List<Jvm> jvms = new ArrayList<>(List.of(jvm, jvm));
        if (aot != null && jdk != null) {
            applications.add(Application.program(aot, certificate));
            jvms.add(jvm.at(jdk).and("-XX:AOTCache=app.aot"));
        }
        List<Starts.Seen> seen = count.of(applications, jvms);
        Starts.Seen own = seen.get(0);
        rows.add(Row.figure(
                "first review after ready",
                "ms",
                own.firstReview(),
                seen.get(1).firstReview().median(),
                "under 20 ms",
                "the ceiling"));
        rows.add(Row.difference(
                "start to ready",
                "s",
                own.secondsToReady(),
                seen.get(1).secondsToReady(),
                "at most 0.6 s more",
                "the ceiling"));
        if (seen.size() > 2) {
            rows.add(Row.ratio(
                    "start to ready with the AOT cache",
                    "s",
                    new double[] {seen.get(2).secondsToReady().median()},
                    new double[] {own.secondsToReady().median()},
                    "at most 0.8",
                    "without it"));
            rows.add(Row.figure(
                    "first review after ready with the AOT cache",
                    "ms",
                    seen.get(2).firstReview(),
                    own.firstReview().median(),
                    "",
                    "without it"));
        }
    }

    private void write(Jvm jvm) throws IOException {
        StringBuilder table = new StringBuilder();
        table.append("Java ").append(Runtime.version().feature()).append(", ");
        table.append(Runtime.getRuntime().availableProcessors()).append(" processors, ");
        table.append(String.join(" ", jvm.options()))
                .append(", ")
                .append(LocalDate.now())
                .append("\n\n");
        table.append("| what | program | beside | comparison | target |\n| --- | --- | --- | --- | --- |\n");
        rows.forEach(row -> table.append(row.markdown()).append('\n'));
        System.out.println("\n" + table);

        Path results = Files.createDirectories(Path.of("bench/results"));
        Files.writeString(results.resolve("results.md"), table);
        new ObjectMapper()
                .writerWithDefaultPrettyPrinter()
                .writeValue(results.resolve("results.json").toFile(), rows);
        List<Row> loads = rows.stream().filter(row -> row.unit().equals("/s")).toList();
        Files.writeString(results.resolve("results.svg"), new Picture(loads).svg());
    }

    private static void say(String what) {
        System.err.println("== " + what);
    }
}

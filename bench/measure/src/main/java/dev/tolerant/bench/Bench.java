package dev.tolerant.bench;

import dev.tolerant.bench.Checkout.Need;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Measures the program beside a server that does nothing, or beside the program of another commit, and writes down the results. */
@Command(
        name = "bench/run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures the program beside a server that parses nothing, in one run on one machine.",
            "Without options each part takes a few minutes on an idle machine."
        })
final class Bench implements Callable<Integer> {
    private static final Path RESULTS = Path.of("bench/results");
    private static final Path CERTIFICATE = Path.of("target/bench/certificate");

    @Option(
            names = "--parts",
            split = ",",
            paramLabel = "PART",
            description = "What to measure: ${COMPLETION-CANDIDATES}. Default: all.")
    private @Nullable Set<Part> parts;

    @Option(
            names = "--against",
            paramLabel = "REV",
            description = "Compare the working tree with another commit by pairs of measurements instead; "
                    + "for LOADS, STARTS, COLD and ENGINE.")
    private @Nullable String against;

    @Option(names = "--quick", description = "Everything once, with little of it: to see that it works.")
    private boolean quick;

    @Option(names = "--rounds", description = "LOADS: rounds of each load. Default: 5.")
    private @Nullable Integer rounds;

    @Option(names = "--requests", description = "LOADS: reviews a round. Default: 50000, with --against 30000.")
    private @Nullable Integer requests;

    @Option(
            names = "--starts",
            description = "STARTS, COLD: starts of each server. Default: 10, and 5 with the image's AOT cache "
                    + "but 2 with the chart's options.")
    private @Nullable Integer starts;

    @Option(names = "--pairs", description = "Pairs with --against. Default: as many as three minutes are enough for.")
    private @Nullable Integer pairs;

    @Option(names = "--c1", description = "COLD: also with the compiler C1 alone, one start of each.")
    private boolean c1;

    @Option(
            names = "--peer",
            paramLabel = "NAME=URL",
            description = "LOADS: another webhook to measure beside the program; may be repeated.")
    private Map<String, String> peers = new LinkedHashMap<>();

    @Option(names = "--jvm", paramLabel = "OPTIONS", description = "JVM options instead of those of the chart.")
    private @Nullable String jvmOptions;

    private final CommandLine line = new CommandLine(this).setCaseInsensitiveEnumValuesAllowed(true);

    private Bench() {}

    public static void main(String... arguments) {
        Runtime.getRuntime().addShutdownHook(new Thread(Bench::leaveNothing));
        CommandLine command = new Bench().line;
        command.setExecutionExceptionHandler((failed, ignored, parsed) -> {
            if (!(failed instanceof IOException)) {
                throw failed;
            }
            System.err.println(failed.getMessage());
            return 1;
        });
        System.exit(command.execute(arguments));
    }

    /** Ends what an interrupted run has started, and removes the other commit. */
    private static void leaveNothing() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        try {
            Worktree.remove();
        } catch (IOException left) {
            System.err.println(left.getMessage());
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Jvm jvm = jvmOptions == null ? Jvm.ofChart() : Jvm.with(jvmOptions.split(" "));
        Set<Part> chosen = chosen();
        Report report = Report.begin(RESULTS, System.out, System.err, machine(jvm));
        Checkout here = new Checkout(Path.of("."), Jvm.newestHome(), quick);
        if (here.jdk() == null && Part.needsOf(chosen).contains(Need.CACHE)) {
            report.remark("This machine has no JDK 25, so the lines with the image's AOT cache are left out.");
        }
        if (against == null) {
            measureAlone(chosen, here, jvm, report);
        } else {
            measureBeside(against, chosen, here, jvm, report);
        }
        report.say("the results are in " + RESULTS);
        return 0;
    }

    private void measureAlone(Set<Part> chosen, Checkout here, Jvm jvm, Report report)
            throws IOException, InterruptedException {
        Plan plan = new Alone(here, jvm, CERTIFICATE, size()).plan(chosen, peers, c1);
        plan.lines().forEach(report::say);
        here.build(Part.needsOf(chosen), report);
        makeCertificate(here, chosen);
        plan.run(report);
        if (chosen.contains(Part.LOADS)) {
            report.picture("results.svg", new Picture(report.rates()).svg());
        }
    }

    private void measureBeside(String commit, Set<Part> chosen, Checkout here, Jvm jvm, Report report)
            throws IOException, InterruptedException {
        try (Worktree other = Worktree.of(commit)) {
            Checkout there = new Checkout(other.root(), here.jdk(), quick);
            Plan plan = new Beside(here, there, other.revision(), jvm, CERTIFICATE, size()).plan(chosen);
            plan.lines().forEach(report::say);
            Set<Need> needs = Part.needsOfOther(chosen);
            there.build(needs, report);
            // Those of the working tree are running.
            needs.remove(Need.BENCHMARKS);
            here.build(needs, report);
            makeCertificate(here, chosen);
            plan.run(report);
        }
    }

    private static void makeCertificate(Checkout here, Set<Part> chosen) throws IOException, InterruptedException {
        if (Part.needsOf(chosen).contains(Need.PROGRAM)) {
            here.makeCertificate(CERTIFICATE);
        }
    }

    /** The parts to measure. */
    private Set<Part> chosen() {
        boolean all = parts == null;
        Set<Part> chosen = EnumSet.allOf(Part.class);
        if (!all) {
            chosen.retainAll(parts);
        } else if (against != null) {
            chosen.removeIf(part -> !part.comparesCommits());
        }
        if (against != null && !chosen.stream().allMatch(Part::comparesCommits)) {
            throw new ParameterException(
                    line, "--against compares LOADS, STARTS, COLD and ENGINE; leave the other parts out of --parts.");
        }
        return chosen;
    }

    private Size size() {
        return new Size(quick, rounds, requests, starts, pairs);
    }

    private static String machine(Jvm jvm) {
        return "Java " + Runtime.version().feature() + ", "
                + Runtime.getRuntime().availableProcessors() + " processors, " + String.join(" ", jvm.options())
                + ", " + LocalDate.now();
    }
}

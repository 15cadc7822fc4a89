package dev.tolerant.tools.drill;

import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.TaintRules.TaintHistory;
import dev.tolerant.observed.explain.Report;
import dev.tolerant.observed.explain.Report.Palette.Tone;
import dev.tolerant.observed.explain.Report.Section;
import dev.tolerant.observed.explain.Report.TextTable.Cell;
import dev.tolerant.observed.facts.Owners.PodOwner;
import dev.tolerant.tools.drill.DrilledPod.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Says for people what happens in a drill. */
public final class DrillReport {
    private static final int FEW = 4;

    private final Drill drill;

    private DrillReport(Drill drill) {
        this.drill = drill;
    }

    public static Report of(Drill drill) {
        return new DrillReport(drill).report();
    }

    private Report report() {
        return new Report(
                "Drill: " + subject() + ", " + drill.facts().source() + " at " + drill.now(),
                List.of(List.of(summary())),
                List.of(timeline(), staying(), losingAll(), losingSome(), withoutDestination()),
                drill.notes());
    }

    private String subject() {
        List<String> names = drill.nodes().stream().map(DrilledNode::name).toList();
        boolean one = names.size() == 1;
        String nodes = one ? "node " + names.get(0) : names.size() + " nodes (" + Report.first(FEW, names) + ")";
        Scenario scenario = drill.scenario();
        return scenario.fails()
                ? nodes + (one ? " stops answering" : " stop answering")
                : nodes + (one ? " gets " : " get ") + texts(scenario.taints());
    }

    private Cell summary() {
        long leaving = drill.pods().stream().filter(DrilledPod::leaves).count();
        long staying =
                drill.pods().stream().filter(pod -> pod.state() == State.STAYS).count();
        int all = drill.losingAll().size();
        long lost = drill.workloads().stream().filter(DrilledWorkload::isLost).count();
        int nowhere = drill.withoutDestination().size();
        String text = counted(leaving, "pod") + (leaving == 1 ? " leaves, " : " leave, ") + staying
                + (staying == 1 ? " stays; " : " stay; ") + counted(all, "workload")
                + (all == 1 ? " loses all its replicas" : " lose all their replicas")
                + (lost == 0 ? "" : ", " + lost + " of them until somebody acts") + "; " + nowhere
                + (nowhere == 1 ? " has" : " have") + " nowhere to go";
        return new Cell(lost > 0 ? Tone.BAD : all > 0 ? Tone.PLAIN : Tone.GOOD, text);
    }

    private static String counted(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** What happens at the same time to pods of one workload, for the same reason. */
    private record Event(String subject, String what, Tone tone, String why) {}

    private Section timeline() {
        Map<Long, Map<Event, Integer>> events = new TreeMap<>();
        for (DrilledNode node : drill.nodes()) {
            Instant silent = node.silentSince();
            if (silent != null) {
                boolean past = silent.isBefore(drill.now());
                event(
                        events,
                        seconds(silent),
                        new Event("node/" + node.name(), past ? "does not answer" : "stops answering", Tone.PLAIN, ""));
            }
            for (TaintHistory.Moment moment : node.history().moments()) {
                List<Taint> added = moment.taints().stream()
                        .filter(taint -> moment.from().equals(node.history().since(taint)))
                        .filter(taint -> !node.node().taints().contains(taint) || taint.effect() == Effect.NO_EXECUTE)
                        .toList();
                boolean present = node.node().taints().containsAll(added);
                boolean dated = present && !node.undated().containsAll(added);
                if (!added.isEmpty()) {
                    event(
                            events,
                            seconds(moment.from()),
                            new Event(
                                    "node/" + node.name(),
                                    present ? "is tainted" : "gets tainted",
                                    Tone.PLAIN,
                                    texts(added) + (dated ? " since " + moment.from() : "")));
                }
            }
        }
        for (DrilledPod pod : drill.pods()) {
            pod.leavesAfter()
                    .ifPresent(seconds -> event(
                            events,
                            seconds,
                            new Event(name(pod.pod().owner()), words(pod.state()), Tone.BAD, pod.why())));
        }
        Section section = Section.of("Timeline", "after", "what", "happens", "pods", "because it");
        events.forEach((seconds, same) -> same.forEach((event, count) -> section.add(
                Cell.plain(Clock.text(seconds)),
                Cell.plain(event.subject()),
                new Cell(event.tone(), event.what()),
                Cell.plain(event.tone() == Tone.BAD ? counted(count, "pod") : ""),
                Cell.plain(event.why()))));
        return section;
    }

    private static void event(Map<Long, Map<Event, Integer>> events, long seconds, Event event) {
        events.computeIfAbsent(seconds, at -> new LinkedHashMap<>()).merge(event, 1, Integer::sum);
    }

    private long seconds(Instant at) {
        return Math.max(0, Duration.between(drill.now(), at).getSeconds());
    }

    private static String words(State state) {
        return switch (state) {
            case EVICTED -> "evicted";
            case TERMINATING -> "Terminating";
            case STAYS -> "stays";
            case ALREADY_TERMINATING -> "Terminating already";
        };
    }

    private Section staying() {
        Map<Event, Integer> staying = new LinkedHashMap<>();
        for (DrilledPod pod : drill.pods()) {
            if (!pod.leaves()) {
                staying.merge(
                        new Event(name(pod.pod().owner()), words(pod.state()), Tone.PLAIN, pod.why()), 1, Integer::sum);
            }
        }
        Section section = Section.of("Pods that never leave", "what", "happens", "pods", "because it");
        staying.forEach((event, count) -> section.add(
                Cell.plain(event.subject()),
                Cell.plain(event.what()),
                Cell.plain(counted(count, "pod")),
                Cell.plain(event.why())));
        return section;
    }

    private Section losingAll() {
        Section section = Section.of("Workloads that lose all their replicas", "workload", "replicas", "then");
        for (DrilledWorkload workload : drill.losingAll()) {
            section.add(
                    Cell.plain(name(workload.owner())),
                    Cell.plain(workload.pods().size() + " of " + workload.replicas()),
                    new Cell(workload.isLost() ? Tone.BAD : Tone.PLAIN, outage(workload)));
        }
        return section;
    }

    private Section losingSome() {
        Section section = Section.of("Workloads that lose some of their replicas", "workload", "replicas", "then");
        for (DrilledWorkload workload : drill.workloads()) {
            boolean some = !workload.losesAll() && workload.replacement() != DrilledWorkload.Replacement.OF_THE_NODE;
            long down = workload.down();
            if (some && down > 0) {
                section.add(
                        Cell.plain(name(workload.owner())),
                        Cell.plain(down + " of " + workload.replicas()),
                        Cell.plain(failedBefore(workload) + comeback(workload)));
            }
        }
        return section;
    }

    private static String outage(DrilledWorkload workload) {
        return failedBefore(workload) + "down from "
                + Clock.text(workload.downAfter().orElse(0)) + ": " + comeback(workload);
    }

    /** The replicas that do not count, because their nodes have failed before the drill; empty if there are none. */
    private static String failedBefore(DrilledWorkload workload) {
        int failed = workload.onFailedNodes();
        if (failed == 0) {
            return "";
        }
        return failed == 1
                ? (workload.elsewhere() == 0 ? "the other" : "1 more") + " is on a node that has failed already; "
                : (workload.elsewhere() == 0 ? "the other " + failed : failed + " more")
                        + " are on nodes that have failed already; ";
    }

    private static String comeback(DrilledWorkload workload) {
        String made = Clock.text(workload.replacedAfter().orElse(0));
        return switch (workload.replacement()) {
            case MADE ->
                "the first new pod is made at " + made + " and may go to "
                        + counted(workload.destination().nodes().size(), "node");
            case NOWHERE -> "a new pod is made at " + made + " and has nowhere to go";
            case REFUSED -> "the webhook refuses the new pod that is made at " + made;
            case AFTER_DELETION -> "its controller makes no new pod while the old one is Terminating";
            case NOT_MADE -> "no controller makes the pod again";
            case OF_THE_NODE -> "its pods belong to their nodes";
            case NONE_LEAVES -> "its pods never leave, so no new ones are made";
            case UNKNOWN ->
                "where a new pod may go is not known: " + workload.destination().problem();
        };
    }

    private Section withoutDestination() {
        Section section = Section.of("Nowhere to go", "workload", "because of");
        for (DrilledWorkload workload : drill.withoutDestination()) {
            section.add(Cell.plain(name(workload.owner())), Cell.plain(obstacles(workload.destination())));
        }
        return section;
    }

    private static String obstacles(Destination destination) {
        if (destination.code() == Destination.Code.REFUSED) {
            return destination.problem();
        }
        if (destination.obstacles().isEmpty()) {
            return "there is no other node";
        }
        List<String> obstacles = new ArrayList<>();
        destination
                .obstacles()
                .forEach((obstacle, nodes) -> obstacles.add(obstacle + " (" + counted(nodes, "node") + ")"));
        return String.join(", ", obstacles);
    }

    static String name(PodOwner owner) {
        return owner.namespace() + "/" + owner.title();
    }

    private static String texts(List<Taint> taints) {
        return taints.stream().map(Taint::toString).collect(Collectors.joining(", "));
    }
}

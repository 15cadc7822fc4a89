package dev.tolerant.tools.drill;

import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.Resources;
import dev.tolerant.engine.words.Resources.ResourceNames;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Volumes;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.text.Report;
import dev.tolerant.text.Report.Palette.Tone;
import dev.tolerant.text.Report.Section;
import dev.tolerant.text.Report.TextTable.Cell;
import dev.tolerant.tools.drill.DrillAnswer.Closing;
import dev.tolerant.tools.drill.DrillAnswer.DrilledNode;
import dev.tolerant.tools.drill.DrillAnswer.DrilledPod;
import dev.tolerant.tools.drill.DrillAnswer.DrilledWorkload;
import dev.tolerant.tools.drill.DrillAnswer.Outcome;
import dev.tolerant.tools.drill.DrillAnswer.Replacement;
import dev.tolerant.tools.drill.DrillAnswer.Room;
import dev.tolerant.tools.drill.DrillAnswer.State;
import dev.tolerant.tools.drill.DrillAnswer.Taker;
import dev.tolerant.tools.drill.ZoneLimits.Span;
import dev.tolerant.tools.drill.ZoneLimits.Zone;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words of a drill for people. */
public final class DrillReport {
    private static final int FEW = 4;
    private static final String MORE = "more";
    private static final List<ObjectKind> TEMPLATES = List.of(
            ObjectKind.DEPLOYMENT,
            ObjectKind.REPLICA_SET,
            ObjectKind.STATEFUL_SET,
            ObjectKind.DAEMON_SET,
            ObjectKind.JOB);
    private static final List<ObjectKind> DECIDING =
            Stream.concat(ClusterView.DECIDING.stream(), TEMPLATES.stream()).toList();

    private final DrillAnswer answer;
    private final List<DrilledWorkload> lost;
    private final List<DrilledWorkload> looping;
    private final List<DrilledWorkload> interrupted;
    private final List<DrilledWorkload> reduced;

    public DrillReport(DrillAnswer answer) {
        this.answer = answer;
        this.lost = answer.those(DrilledWorkload::isLost);
        this.looping = answer.those(DrilledWorkload::loops);
        this.interrupted = answer.those(workload -> workload.losesAll() && !workload.isLost() && !workload.loops());
        this.reduced = answer.those(workload -> !workload.losesAll()
                && !workload.loops()
                && workload.replacement().outcome() != Outcome.OF_THE_NODE
                && workload.down() > 0);
    }

    public Report report() {
        List<Cell> summary = new ArrayList<>();
        summary.add(summary());
        if (answer.leaving() > 0) {
            summary.add(Cell.plain(room()));
        }
        if (answer.enforced() != null) {
            summary.add(Cell.plain("the webhook only audits (tolerant.mode=audit), and gives new pods nothing"
                    + (answer.otherwise().isEmpty() ? "; enforcing would change nothing of this" : "")));
        }
        return new Report(
                "Drill: " + subject() + ", " + answer.view().clusterObjects().title() + " at " + answer.now(),
                summary,
                List.of(
                        table("Down until fixed manually", lost, Tone.BAD),
                        table("Evicted again and again until fixed manually", looping, Tone.BAD),
                        table("Down until a new pod runs", interrupted, Tone.PLAIN),
                        table("Workloads that lose some of their replicas", reduced, Tone.PLAIN),
                        closed(),
                        table("With tolerant.mode=enforce", answer.otherwise(), Tone.PLAIN),
                        timeline()),
                notes());
    }

    private String subject() {
        List<String> names =
                answer.nodes().stream().map(node -> node.node().name()).toList();
        boolean one = names.size() == 1;
        String nodes = one ? "node " + names.get(0) : names.size() + " nodes (" + OneLine.first(FEW, names) + ")";
        Scenario scenario = answer.scenario();
        if (scenario.deleted()) {
            return nodes + (one ? " is deleted" : " are deleted");
        }
        return scenario.fails()
                ? nodes + (one ? " stops answering" : " stop answering")
                : nodes + (one ? " gets " : " get ") + Taint.listed(scenario.taints());
    }

    /** For pods that do not come back; running ones may stay. */
    private Section closed() {
        Closing closing = answer.closing();
        Section section = Section.of("Does not come back to these nodes", "what", "why");
        closing.agents()
                .forEach(agent -> section.add(
                        Cell.plain(agent.daemonSet().namespace() + "/daemonset/"
                                + agent.daemonSet().name()),
                        new Cell(agent.vital() ? Tone.BAD : Tone.PLAIN, agent.sentence())));
        closing.workloads()
                .forEach(owner -> section.add(
                        Cell.plain(owner.namespace() + "/" + owner.title()),
                        Cell.plain("a new pod does not tolerate "
                                + Taint.listed(answer.scenario().taints()))));
        return section;
    }

    private Cell summary() {
        List<String> parts = new ArrayList<>();
        add(parts, lost.size(), "workload", "is", "are", " down until fixed manually");
        String noun = lost.isEmpty() ? "workload" : MORE;
        add(parts, looping.size(), noun, "is", "are", " evicted again and again until fixed manually");
        noun = looping.isEmpty() ? noun : MORE;
        add(parts, interrupted.size(), noun, "is", "are", " down until a new pod runs");
        if (parts.isEmpty()) {
            parts.add("no workload loses all its replicas");
        }
        long staying =
                answer.pods().stream().filter(pod -> pod.state() == State.STAYS).count();
        add(parts, answer.leaving(), "pod", "leaves", "leave", "");
        add(parts, staying, "pod", "never leaves", "never leave", "");
        add(parts, answer.finished(), "finished pod", "is", "are", " deleted too");
        int agents = answer.closing().agents().size();
        add(parts, agents, "DaemonSet", "does", "do", " not come back");
        int workloads = answer.closing().workloads().size();
        add(parts, workloads, "workload", "gets", "get", " no new pod there");
        long unread = unknown(DECIDING);
        if (unread > 0) {
            parts.add(Report.counted(unread, "kind") + " not read");
        }
        boolean isHarmless = interrupted.isEmpty() && agents == 0 && workloads == 0;
        Tone tone = answer.losesForGood() ? Tone.BAD : isHarmless ? Tone.GOOD : Tone.PLAIN;
        return new Cell(tone, String.join("; ", parts));
    }

    private long unknown(List<ObjectKind> kinds) {
        return kinds.stream()
                .filter(kind -> answer.view().clusterObjects().unknown(kind).isPresent())
                .count();
    }

    private String room() {
        Room room = answer.room();
        String requested = "the pods that leave request " + room.requested();
        String where = Report.counted(room.nodes(), "node") + " where new ones may go";
        return room.nodes() == 0
                ? requested
                : room.free() == null
                        ? requested + "; what is free on " + where + " is not known"
                        : requested + "; free by requests on " + where + ": " + room.free();
    }

    private static void add(List<String> parts, long number, String noun, String singular, String plural, String rest) {
        if (number > 0) {
            String nouns = noun.equals(MORE) ? noun : noun + "s";
            parts.add(Report.counted(number, noun + " " + singular, nouns + " " + plural) + rest);
        }
    }

    /** An event of several nodes of a zone, or several pods of one workload, at the same time for the same reason. */
    private record Event(Span when, String subject, String happens, String why) {}

    private Section timeline() {
        Map<Event, List<String>> events = new LinkedHashMap<>();
        for (DrilledNode node : answer.nodes()) {
            events(node)
                    .forEach(event -> events.computeIfAbsent(event, same -> new ArrayList<>())
                            .add(node.node().name()));
        }
        for (DrilledPod pod : answer.pods()) {
            Span leaves = Objects.requireNonNullElse(pod.leavesIn(), Span.NEVER);
            String owner =
                    pod.pod().object().namespace() + "/" + pod.pod().owner().title();
            events.computeIfAbsent(new Event(leaves, owner, words(pod.state()), pod.why()), same -> new ArrayList<>())
                    .add("");
        }
        Section section = Section.of("Timeline", "after", "what", "happens", "pods", "because it");
        events.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Event, List<String>> each) ->
                                each.getKey().when().earliest())
                        .thenComparingLong(each -> each.getKey().when().latest()))
                .forEach(each -> {
                    Event event = each.getKey();
                    int count = each.getValue().size();
                    String first = each.getValue().get(0);
                    boolean pods = first.isEmpty();
                    String nodes = count == 1 ? "node/" + first : count + " nodes" + event.subject();
                    section.add(
                            Cell.plain(event.when().text()),
                            Cell.plain(pods ? event.subject() : nodes),
                            new Cell(pods && !event.when().equals(Span.NEVER) ? Tone.BAD : Tone.PLAIN, event.happens()),
                            Cell.plain(pods ? Report.counted(count, "pod") : ""),
                            Cell.plain(event.why()));
                });
        return section;
    }

    private static String words(State state) {
        return switch (state) {
            case TERMINATING -> "Terminating";
            case ALREADY_TERMINATING -> "Terminating already";
            case EVICTED, FORCE_DELETED, STAYS -> state.code();
        };
    }

    private List<Event> events(DrilledNode node) {
        Zone zone = node.zone();
        String of = zone == null || zone.name().isEmpty() ? "" : " of zone " + zone.name();
        List<Event> events = new ArrayList<>();
        Instant silent = node.silentSince();
        if (silent != null) {
            String happens = silent.isBefore(answer.now()) ? "silent already" : "silent";
            events.add(new Event(
                    Span.until(silent, silent, answer.now()),
                    "",
                    answer.scenario().deleted() ? "deleted" : happens,
                    ""));
        }
        Map<Span, List<Taint>> added = new LinkedHashMap<>();
        for (Taint taint : node.history().all()) {
            if (!node.node().taints().contains(taint)) {
                added.computeIfAbsent(comes(node, taint), when -> new ArrayList<>())
                        .add(taint);
            } else if (taint.effect() == Effect.NO_EXECUTE) {
                String since = node.undated().contains(taint)
                        ? ""
                        : " since " + node.history().since(taint);
                events.add(new Event(comes(node, taint), "", "tainted already", taint + since));
            }
        }
        added.forEach((when, taints) -> {
            boolean evicts = taints.stream().anyMatch(ZoneLimits.FAILURES::contains);
            events.add(new Event(
                    when,
                    evicts ? of : "",
                    answer.scenario().fails() && !evicts ? "unreachable" : "tainted",
                    Taint.listed(taints)
                            + replaced(node, taints)
                            + (zone == null || when.earliest() == when.latest() ? "" : pace(zone))));
        });
        if (zone != null && node.history().taints().stream().noneMatch(ZoneLimits.FAILURES::contains)) {
            long grace = answer.scenario().grace().getSeconds();
            events.add(new Event(
                    new Span(grace, grace),
                    zone.state() == ZoneLimits.State.ALL_DOWN ? "" : of,
                    ZoneLimits.isTainted(node.node()) ? "NoExecute removed" : "no NoExecute",
                    state(zone)));
        }
        return events;
    }

    private static String replaced(DrilledNode node, List<Taint> taints) {
        List<Taint> old = node.node().taints().stream()
                .filter(each -> taints.stream().anyMatch(taint -> NodeTaints.takesThePlaceOf(taint, each)))
                .toList();
        return old.isEmpty() ? "" : " in place of " + Taint.listed(old);
    }

    Span comes(DrilledNode node, Taint taint) {
        Instant first = Objects.requireNonNull(node.history().since(taint));
        Instant last = node.latest().since(taint);
        return Span.until(first, last == null ? first : last, answer.now());
    }

    private static String pace(Zone zone) {
        return ", one node every " + zone.secondsBetweenTaints() + "s"
                + (zone.state() == ZoneLimits.State.NORMAL ? "" : ": " + state(zone));
    }

    private static String state(Zone zone) {
        String where =
                zone.name().isEmpty() || zone.state() == ZoneLimits.State.ALL_DOWN ? " of the cluster" : " of the zone";
        return zone.notReady() == zone.nodes()
                ? "no node" + where + " is ready"
                : zone.notReady() + " of " + Report.counted(zone.nodes(), "node") + where
                        + (zone.notReady() == 1 ? " is not ready" : " are not ready");
    }

    private static Section table(String heading, List<DrilledWorkload> workloads, Tone tone) {
        Section section = Section.of(heading, "workload", "replicas", "then");
        for (DrilledWorkload workload : workloads) {
            String from = workload.losesAll()
                    ? "down from " + Span.text(Objects.requireNonNullElse(workload.downAfter(), 0L)) + ": "
                    : "";
            section.add(
                    Cell.plain(workload.owner().namespace() + "/"
                            + workload.owner().title()),
                    Cell.plain(workload.down() + " of " + workload.replicas()
                            + (workload.earlier().isEmpty()
                                    ? ""
                                    : ", " + workload.earlier().size() + " failed before")),
                    new Cell(tone, from + new Comeback(workload).words()));
        }
        return section;
    }

    List<String> notes() {
        List<String> notes = new ArrayList<>();
        Volumes volumes = answer.view().volumes();
        boolean areUnknown = answer.pods().stream()
                .filter(DrilledPod::leaves)
                .anyMatch(pod ->
                        volumes.isUnknown(pod.pod().object().manifest().object().path("spec")));
        notes.add(
                "Where a new pod may go is judged by taints, cordon, node selector, required node affinity and that of its"
                        + " PersistentVolumes alone: resources, pod anti-affinity and topology spread are not looked at"
                        + (areUnknown ? ", and volumes that pods claim are not known here." : "."));
        Set<String> extended = answer.pods().stream()
                .filter(DrilledPod::leaves)
                .flatMap(pod -> pod.pod().stored().pod().resources().containers().stream())
                .flatMap(Resources::names)
                .filter(ResourceNames::isExtended)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!extended.isEmpty()) {
            notes.add("What pods request and nodes have free of " + String.join(", ", extended) + " is not summed.");
        }
        notes.addAll(answer.scenario().assumptions());
        if (answer.view().clusterObjects().serverVersion().isEmpty()) {
            notes.add(
                    "The files do not say when they were read, so all times count from now; those that tolerant dump writes do.");
        }
        if (answer.nodes().stream().map(DrilledNode::zone).anyMatch(zone -> zone != null && zone.holdsBack())) {
            notes.add(
                    "If it misses a node some seconds before the others, that one may get NoExecute before too many of the"
                            + " zone are not ready.");
        }
        if (answer.nodes().stream().anyMatch(node -> !node.history().equals(node.latest()))) {
            notes.add(
                    "The order in which it takes the nodes of a zone is not known: of two times the first is the earliest"
                            + " and the second the latest, and what is said of workloads holds for the latest.");
        }
        if (answer.workloads().stream()
                .anyMatch(workload -> !workload.replacement().backOff().equals(Span.NONE))) {
            notes.add(JobFailures.BACK_OFF);
        }
        if (answer.pods().stream().anyMatch(pod -> pod.state() == State.TERMINATING)) {
            notes.add(
                    "A pod that leaves a node that does not answer stays Terminating until the kubelet comes back, or the pod"
                            + " or the node is deleted. A StatefulSet makes no new pod before that; the taint"
                            + " node.kubernetes.io/out-of-service says that the node is off for good.");
        }
        answer.nodes()
                .forEach(node -> node.undated()
                        .forEach(taint -> notes.add(
                                "The taint " + taint + " on " + node.node().name()
                                        + " has no timeAdded; its seconds count from now, and may end sooner.")));
        answer.view()
                .clusterObjects()
                .notRead(DECIDING)
                .ifPresent(unread -> notes.add(unread + "."
                        + (unknown(TEMPLATES) > 0
                                ? " New pods without a template are judged by the pods that run."
                                : "")
                        + (unknown(ClusterView.DECIDING) > 0
                                ? " What new pods are given and whether they are refused is not known."
                                : "")));
        notes.addAll(answer.view().clusterObjects().notes());
        answer.problems().forEach(problem -> notes.add(problem.what() + "."));
        return notes;
    }

    /** The words for the pods that come in place of those of a workload. */
    private record Comeback(DrilledWorkload workload) {
        String words() {
            Replacement replacement = workload.replacement();
            Span span = Objects.requireNonNullElse(workload.replacedIn(), Span.NEVER);
            String made = (span.earliest() == span.latest() ? "at " : "by ") + Span.text(span.latest());
            return switch (replacement.outcome()) {
                case MADE -> proviso() + "the first new pod is made " + made + " and " + places();
                case NOWHERE -> proviso() + "a new pod is made " + made + " and has nowhere to go: " + obstacles();
                case RETURNS, HANGS -> proviso() + "a new pod is made " + made + " and " + places();
                case REFUSED -> "the new pod that is made " + made + " is refused: " + replacement.problem();
                case AFTER_DELETION -> "its controller makes no new pod while the old one is Terminating";
                case NOT_MADE ->
                    replacement.problem().isEmpty() ? "no controller makes the pod again" : replacement.problem();
                case OF_THE_NODE -> "its pods belong to their nodes";
                case NONE_LEAVES -> "its pods never leave, so no new ones are made";
                case UNKNOWN -> replacement.problem();
            };
        }

        /** Only an operator knows what it makes of its own kind. */
        private String proviso() {
            boolean isForeign = workload.owner().template() == null
                    && ObjectKind.WORKLOADS.stream()
                            .noneMatch(
                                    kind -> kind.kind().equals(workload.owner().kind()));
            return isForeign
                    ? "if its controller makes pods again, "
                    : workload.replacement().proviso();
        }

        private String places() {
            Replacement replacement = workload.replacement();
            int open = replacement.nodes().size();
            List<String> places = new ArrayList<>();
            if (open > 0) {
                places.add("to " + Report.counted(open, "node"));
            }
            alike(Taker::answers).forEach((taker, names) -> places.add(back(taker.eviction(), names)));
            if (replacement.outcome() == Outcome.RETURNS) {
                places.set(places.size() - 1, places.get(places.size() - 1) + ", for ever");
            }
            alike(taker -> !taker.answers()).forEach((taker, names) -> places.add(hanging(taker, names)));
            return (open > 0 ? "may go " : "goes ") + String.join(", or ", places);
        }

        /** By the fate of the pod, the names of the nodes that take it. */
        private Map<Taker, List<String>> alike(Predicate<Taker> some) {
            return workload.replacement().takers().stream()
                    .filter(some)
                    .collect(Collectors.groupingBy(
                            taker -> new Taker("", taker.eviction(), taker.because()),
                            LinkedHashMap::new,
                            Collectors.mapping(Taker::node, Collectors.toList())));
        }

        private static String back(EvictionTime eviction, List<String> names) {
            String back = "back to " + OneLine.first(FEW, names);
            if (eviction.never()) {
                return back + ", where it stays";
            }
            long seconds = eviction.afterSeconds();
            return back + ", which " + (names.size() == 1 ? "evicts" : "evict") + " it again "
                    + (seconds == 0 ? "at once" : "every " + seconds + "s");
        }

        /** The kubelet of such a node does not start the pod, nor does it end one that is evicted. */
        private static String hanging(Taker taker, List<String> names) {
            EvictionTime eviction = taker.eviction();
            return "to " + OneLine.first(FEW, names) + ", which " + (names.size() == 1 ? "does" : "do")
                    + " not answer, because it " + taker.because() + ": it never runs there"
                    + (eviction.never() ? "" : ", and is evicted " + eviction.words());
        }

        private String obstacles() {
            Map<String, Integer> obstacles = workload.replacement().obstacles();
            return obstacles == null || obstacles.isEmpty()
                    ? "there is no other node"
                    : obstacles.entrySet().stream()
                            .map(each -> each.getKey() + " (" + Report.counted(each.getValue(), "node") + ")")
                            .collect(Collectors.joining(", "));
        }
    }
}

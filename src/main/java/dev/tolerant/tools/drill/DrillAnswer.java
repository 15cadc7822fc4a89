package dev.tolerant.tools.drill;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.TaintRules.Eviction;
import dev.tolerant.observed.explain.Report;
import dev.tolerant.observed.explain.Report.Palette.Tone;
import dev.tolerant.observed.explain.Report.Section;
import dev.tolerant.observed.explain.Report.TextTable.Cell;
import dev.tolerant.observed.facts.CpuAndMemory;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.tools.drill.Drill.DrilledNode;
import dev.tolerant.tools.drill.Drill.DrilledPod;
import dev.tolerant.tools.drill.Drill.DrilledWorkload;
import dev.tolerant.tools.drill.Drill.Outcome;
import dev.tolerant.tools.drill.Drill.Replacement;
import dev.tolerant.tools.drill.Drill.State;
import dev.tolerant.tools.drill.ZoneLimits.Span;
import dev.tolerant.tools.drill.ZoneLimits.Zone;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says what happens in a drill, for people and for programs. */
public final class DrillAnswer {
    private static final int FEW = 4;
    private static final List<FactKind> TEMPLATES = List.of(
            FactKind.DEPLOYMENT, FactKind.REPLICA_SET, FactKind.STATEFUL_SET, FactKind.DAEMON_SET, FactKind.JOB);

    private final Drill drill;
    private final List<DrilledWorkload> lost;
    private final List<DrilledWorkload> interrupted;
    private final List<DrilledWorkload> reduced;
    private final List<String> destinations;

    public DrillAnswer(Drill drill) {
        this.drill = drill;
        this.lost = workloads(DrilledWorkload::isLost);
        this.interrupted = workloads(workload -> workload.losesAll() && !workload.isLost());
        this.reduced = workloads(workload ->
                !workload.losesAll() && workload.replacement().outcome() != Outcome.OF_THE_NODE && workload.down() > 0);
        this.destinations = Drill.destinations(drill.workloads());
    }

    private List<DrilledWorkload> workloads(Predicate<DrilledWorkload> some) {
        return drill.workloads().stream().filter(some).toList();
    }

    public Report report() {
        List<List<Cell>> summary = new ArrayList<>();
        summary.add(List.of(summary()));
        if (drill.leaving() > 0) {
            summary.add(List.of(Cell.plain(room())));
        }
        return new Report(
                "Drill: " + subject() + ", " + drill.view().facts().source() + " at " + drill.now(),
                summary,
                List.of(
                        table("Down until somebody acts", lost, Tone.BAD),
                        table("Down until a new pod runs", interrupted, Tone.PLAIN),
                        table("Workloads that lose some of their replicas", reduced, Tone.PLAIN),
                        timeline(),
                        staying()),
                notes());
    }

    private String subject() {
        List<String> names =
                drill.nodes().stream().map(node -> node.node().name()).toList();
        boolean one = names.size() == 1;
        String nodes = one ? "node " + names.get(0) : names.size() + " nodes (" + Report.first(FEW, names) + ")";
        Scenario scenario = drill.scenario();
        return scenario.fails()
                ? nodes + (one ? " stops answering" : " stop answering")
                : nodes + (one ? " gets " : " get ") + texts(scenario.taints());
    }

    private Cell summary() {
        List<String> parts = new ArrayList<>();
        if (!lost.isEmpty()) {
            parts.add(counted(lost.size(), "workload") + (lost.size() == 1 ? " is" : " are")
                    + " down until somebody acts");
        }
        if (!interrupted.isEmpty()) {
            parts.add((lost.isEmpty() ? counted(interrupted.size(), "workload") : interrupted.size() + " more")
                    + (interrupted.size() == 1 ? " is" : " are") + " down until a new pod runs");
        }
        if (lost.isEmpty() && interrupted.isEmpty()) {
            parts.add("no workload loses all its replicas");
        }
        long leaving = drill.leaving();
        long staying =
                drill.pods().stream().filter(pod -> pod.state() == State.STAYS).count();
        if (leaving > 0) {
            parts.add(counted(leaving, "pod") + (leaving == 1 ? " leaves" : " leave"));
        }
        if (staying > 0) {
            parts.add(counted(staying, "pod") + (staying == 1 ? " never leaves" : " never leave"));
        }
        return new Cell(
                lost.isEmpty() ? interrupted.isEmpty() ? Tone.GOOD : Tone.PLAIN : Tone.BAD, String.join("; ", parts));
    }

    private String room() {
        String requested = "the pods that leave request " + drill.requested();
        if (destinations.isEmpty()) {
            return requested;
        }
        String where = destinations.size() == 1
                ? "the node where new ones may go"
                : "the " + destinations.size() + " nodes where new ones may go";
        CpuAndMemory free = drill.free();
        return requested
                + (free == null
                        ? "; what " + where + (destinations.size() == 1 ? " has" : " have") + " free is not known"
                        : "; " + where + (destinations.size() == 1 ? " has " : " have ") + free + " free, by requests");
    }

    private static String counted(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** What happens in the same time to several nodes of a zone, or to several pods of one workload, for the same reason. */
    private record Event(Span when, String subject, String happens, String why) {}

    private Section timeline() {
        Map<Event, List<String>> ofNodes = new LinkedHashMap<>();
        drill.nodes()
                .forEach(node -> events(node)
                        .forEach(event -> ofNodes.computeIfAbsent(event, same -> new ArrayList<>())
                                .add(node.node().name())));
        Map<Event, Integer> ofPods = new LinkedHashMap<>();
        for (DrilledPod pod : drill.pods()) {
            Span leaves = pod.leavesIn();
            if (leaves != null) {
                ofPods.merge(
                        new Event(
                                leaves, name(pod), pod.state() == State.EVICTED ? "evicted" : "Terminating", pod.why()),
                        1,
                        Integer::sum);
            }
        }
        Map<Span, List<List<Cell>>> rows =
                new TreeMap<>(Comparator.comparingLong(Span::earliest).thenComparingLong(Span::latest));
        ofNodes.forEach((event, names) -> row(
                rows,
                event,
                names.size() == 1 ? "node/" + names.get(0) : counted(names.size(), "node") + event.subject(),
                Tone.PLAIN,
                ""));
        ofPods.forEach((event, count) -> row(rows, event, event.subject(), Tone.BAD, counted(count, "pod")));
        Section section = Section.of("Timeline", "after", "what", "happens", "pods", "because it");
        rows.values().forEach(section.rows()::addAll);
        return section;
    }

    private static void row(Map<Span, List<List<Cell>>> rows, Event event, String subject, Tone tone, String pods) {
        rows.computeIfAbsent(event.when(), when -> new ArrayList<>())
                .add(List.of(
                        Cell.plain(text(event.when())),
                        Cell.plain(subject),
                        new Cell(tone, event.happens()),
                        Cell.plain(pods),
                        Cell.plain(event.why())));
    }

    private List<Event> events(DrilledNode node) {
        Zone zone = node.zone();
        String of = zone == null || zone.name().isEmpty() ? "" : " of zone " + zone.name();
        List<Event> events = new ArrayList<>();
        Instant silent = node.silentSince();
        if (silent != null) {
            boolean past = silent.isBefore(drill.now());
            events.add(new Event(span(silent, silent), of, past ? "silent already" : "silent", ""));
        }
        Map<Span, List<Taint>> added = new LinkedHashMap<>();
        for (Taint taint : allTaints(node)) {
            if (!node.node().taints().contains(taint)) {
                added.computeIfAbsent(comes(node, taint), when -> new ArrayList<>())
                        .add(taint);
            } else if (taint.effect() == Effect.NO_EXECUTE) {
                events.add(new Event(
                        comes(node, taint),
                        of,
                        "tainted already",
                        taint
                                + (node.undated().contains(taint)
                                        ? ""
                                        : " since " + node.history().since(taint))));
            }
        }
        added.forEach((when, taints) -> {
            boolean evicts = taints.stream().anyMatch(taint -> taint.effect() == Effect.NO_EXECUTE);
            events.add(new Event(
                    when,
                    of,
                    drill.scenario().fails() && !evicts ? "unreachable" : "tainted",
                    texts(taints) + (zone == null || !evicts || when.earliest() == when.latest() ? "" : pace(zone))));
        });
        if (zone != null && node.history().taints().stream().noneMatch(ZoneLimits.FAILURES::contains)) {
            long grace = drill.scenario().grace().getSeconds();
            boolean was = ZoneLimits.isTainted(node.node());
            events.add(
                    new Event(new Span(grace, grace), of, was ? "loses NoExecute" : "gets no NoExecute", state(zone)));
        }
        return events;
    }

    private static List<Taint> allTaints(DrilledNode node) {
        return node.history().moments().stream()
                .flatMap(moment -> moment.taints().stream())
                .distinct()
                .toList();
    }

    private Span comes(DrilledNode node, Taint taint) {
        Instant first = Objects.requireNonNull(node.history().since(taint));
        Instant last = node.latest().since(taint);
        return span(first, last == null ? first : last);
    }

    private static String pace(Zone zone) {
        return ", one node every " + zone.secondsANode() + "s"
                + (zone.state() == ZoneLimits.State.NORMAL ? "" : ": " + state(zone));
    }

    private static String state(Zone zone) {
        return switch (zone.state()) {
            case ALL_DOWN -> "all nodes of the cluster are not ready";
            case DOWN -> "all " + counted(zone.nodes(), "node") + " of the zone are not ready";
            case PARTIALLY_DISRUPTED, NORMAL ->
                zone.failed() + " of " + counted(zone.nodes(), "node") + " of the zone are not ready";
        };
    }

    private Section staying() {
        Map<List<String>, Integer> staying = new LinkedHashMap<>();
        drill.pods().stream()
                .filter(pod -> !pod.leaves())
                .forEach(pod -> staying.merge(
                        List.of(name(pod), pod.state() == State.STAYS ? "stays" : "Terminating already", pod.why()),
                        1,
                        Integer::sum));
        Section section = Section.of("Pods that never leave", "what", "happens", "pods", "because it");
        staying.forEach((pods, count) -> section.add(
                Cell.plain(pods.get(0)),
                Cell.plain(pods.get(1)),
                Cell.plain(counted(count, "pod")),
                Cell.plain(pods.get(2))));
        return section;
    }

    private static Section table(String heading, List<DrilledWorkload> workloads, Tone tone) {
        Section section = Section.of(heading, "workload", "replicas", "then");
        for (DrilledWorkload workload : workloads) {
            String from = workload.losesAll()
                    ? "down from " + text(workload.downAfter().orElse(0)) + ": "
                    : "";
            section.add(
                    Cell.plain(workload.owner().namespace() + "/"
                            + workload.owner().title()),
                    Cell.plain(workload.down() + " of " + workload.replicas()),
                    new Cell(tone, failedBefore(workload) + from + comeback(workload)));
        }
        return section;
    }

    /** The replicas that do not count, because their nodes have failed before the drill; empty if there are none. */
    private static String failedBefore(DrilledWorkload workload) {
        int failed = workload.onFailedNodes();
        if (failed == 0) {
            return "";
        }
        String which = workload.elsewhere() > 0 ? failed + " more" : failed == 1 ? "the other" : "the other " + failed;
        return which
                + (failed == 1
                        ? " is on a node that has failed already; "
                        : " are on nodes that have failed already; ");
    }

    private static String comeback(DrilledWorkload workload) {
        Replacement replacement = workload.replacement();
        Span span = workload.replacedIn();
        String made = span == null || span.earliest() == span.latest()
                ? "at " + text(span == null ? 0 : span.latest())
                : "by " + text(span.latest()) + " at the latest";
        return switch (replacement.outcome()) {
            case MADE ->
                "the first new pod is made " + made + " and may go to "
                        + counted(replacement.nodes().size(), "node");
            case NOWHERE -> "a new pod is made " + made + " and has nowhere to go: " + obstacles(replacement);
            case REFUSED -> "the webhook refuses the new pod that is made " + made + ": " + replacement.problem();
            case AFTER_DELETION -> "its controller makes no new pod while the old one is Terminating";
            case NOT_MADE -> "no controller makes the pod again";
            case OF_THE_NODE -> "its pods belong to their nodes";
            case NONE_LEAVES -> "its pods never leave, so no new ones are made";
            case UNKNOWN -> "where a new pod may go is not known: " + replacement.problem();
        };
    }

    private static String obstacles(Replacement replacement) {
        Map<String, Integer> obstacles = replacement.obstacles();
        return obstacles == null || obstacles.isEmpty()
                ? "there is no other node"
                : obstacles.entrySet().stream()
                        .map(each -> each.getKey() + " (" + counted(each.getValue(), "node") + ")")
                        .collect(Collectors.joining(", "));
    }

    private List<String> notes() {
        Scenario scenario = drill.scenario();
        List<String> notes = new ArrayList<>();
        notes.add("Where a new pod may go is judged by taints, cordon, node selector and required node affinity alone:"
                + " resources, pod anti-affinity, topology spread and volumes are not looked at.");
        if (!scenario.because().isEmpty()) {
            notes.add(scenario.because());
        }
        if (scenario.fails()) {
            notes.add(ZoneLimits.ASSUMED);
        }
        if (drill.nodes().stream().anyMatch(node -> !node.history().equals(node.latest()))) {
            notes.add(
                    "The order in which it takes the nodes of a zone is not known: times with \"to\" are the earliest and"
                            + " the latest, and whether a workload is down is judged by the latest.");
        }
        if (drill.pods().stream().anyMatch(pod -> pod.state() == State.TERMINATING)) {
            notes.add("A pod that leaves a node that does not answer stays Terminating until the kubelet comes back or"
                    + " somebody deletes the pod or the node. A StatefulSet makes no new pod before that; the taint"
                    + " node.kubernetes.io/out-of-service says that the node is off for good.");
        }
        if (!scenario.evicts()) {
            notes.add("Only taints with NoExecute evict pods.");
        }
        drill.nodes()
                .forEach(node -> node.undated()
                        .forEach(taint -> notes.add(
                                "Nobody knows since when " + node.node().name() + " has the taint " + taint
                                        + ", so its seconds count from now; they may be over sooner.")));
        for (FactKind kind : TEMPLATES) {
            drill.view()
                    .facts()
                    .unknown(kind)
                    .ifPresent(why -> notes.add("Objects of kind " + kind.kind() + " are not known (" + why
                            + "): new pods of theirs are judged by the pods that run."));
        }
        if (!drill.view().unread().isEmpty()) {
            notes.add("What new pods are given and whether they are refused is not known, for what was not read: "
                    + String.join("; ", drill.view().unread()) + ".");
        }
        notes.addAll(drill.view().facts().notes());
        drill.problems().forEach(problem -> notes.add(problem.what() + "."));
        return notes;
    }

    /** Adds the answer to a document that says its version. */
    public void addTo(ObjectNode document) {
        ObjectNode scenario = document.putObject("scenario")
                .put("cause", drill.scenario().fails() ? "unreachable" : "taint")
                .put("afterSeconds", drill.scenario().grace().getSeconds());
        ArrayNode taints = scenario.putArray("taints");
        drill.scenario().taints().forEach(taint -> taint(taints.addObject(), taint));
        ObjectNode summary = document.putObject("summary")
                .put("workloadsLost", lost.size())
                .put("workloadsLosingAll", lost.size() + interrupted.size())
                .put(
                        "workloadsWithNowhereToGo",
                        workloads(workload -> !workload.replacement().outcome().equals(Outcome.UNKNOWN)
                                        && workload.replacement().nodes().isEmpty()
                                        && (workload.replacement().obstacles() != null
                                                || workload.replacement().outcome() == Outcome.REFUSED))
                                .size())
                .put("podsLeaving", drill.leaving())
                .put("podsStaying", drill.pods().size() - drill.leaving());
        put(summary, "requested", drill.requested());
        put(summary, "free", drill.free());
        ArrayNode zones = document.putArray("zones");
        drill.nodes().stream()
                .map(DrilledNode::zone)
                .filter(Objects::nonNull)
                .distinct()
                .forEach(zone -> zones.addObject()
                        .put("name", zone.name())
                        .put("nodes", zone.nodes())
                        .put("notReady", zone.failed())
                        .put("state", code(zone.state()))
                        .put("secondsBetweenTaints", zone.secondsANode() == 0 ? null : zone.secondsANode()));
        ArrayNode nodes = document.putArray("nodes");
        drill.nodes().forEach(node -> put(nodes.addObject(), node));
        ArrayNode pods = document.putArray("pods");
        drill.pods().forEach(pod -> put(pods.addObject(), pod));
        ArrayNode workloads = document.putArray("workloads");
        drill.workloads().forEach(workload -> put(workloads.addObject(), workload));
        ArrayNode notes = document.putArray("notes");
        notes().forEach(notes::add);
    }

    private static void put(ObjectNode json, String field, @Nullable CpuAndMemory amount) {
        if (amount == null) {
            json.putNull(field);
        } else {
            json.putObject(field)
                    .put("cpu", amount.cpu())
                    .put("memory", amount.memory().longValue());
        }
    }

    private static void put(ObjectNode json, String first, String last, @Nullable Span span) {
        json.put(first, span == null ? null : span.earliest()).put(last, span == null ? null : span.latest());
    }

    private static ObjectNode taint(ObjectNode json, Taint taint) {
        json.put("key", taint.key());
        if (!taint.value().isEmpty()) {
            json.put("value", taint.value());
        }
        return json.put("effect", taint.effect().text());
    }

    private void put(ObjectNode json, DrilledNode node) {
        Instant silent = node.silentSince();
        Zone zone = node.zone();
        json.put("name", node.node().name());
        if (zone != null) {
            json.put("zone", zone.name());
        }
        json.put("silentAfterSeconds", silent == null ? null : seconds(silent));
        ArrayNode taints = json.putArray("taints");
        for (Taint taint : node.history().taints()) {
            ObjectNode written = taint(taints.addObject(), taint);
            if (taint.effect() == Effect.NO_EXECUTE) {
                put(written, "afterSeconds", "bySeconds", comes(node, taint));
            }
        }
    }

    private static void put(ObjectNode json, DrilledPod pod) {
        json.put("namespace", pod.pod().fact().namespace())
                .put("name", pod.pod().fact().name())
                .put("node", pod.node())
                .put("workload", pod.pod().owner().title())
                .put("outcome", code(pod.state()));
        put(json, "leavesAfterSeconds", "leavesBySeconds", pod.leavesIn());
        json.put(
                "downAfterSeconds",
                pod.downAfter().isEmpty() ? null : pod.downAfter().getAsLong());
        Eviction eviction = pod.eviction();
        if (eviction != null) {
            taint(json.putObject("taint"), eviction.taint());
            int index = eviction.toleration();
            if (index >= 0) {
                json.put("tolerationIndex", index)
                        .set(
                                "toleration",
                                pod.pod()
                                        .fact()
                                        .manifest()
                                        .object()
                                        .at("/spec/tolerations")
                                        .path(index));
            }
        }
        json.put("because", pod.why());
    }

    private static void put(ObjectNode json, DrilledWorkload workload) {
        Replacement replacement = workload.replacement();
        json.put("namespace", workload.owner().namespace())
                .put("kind", workload.owner().kind())
                .put("name", workload.owner().name())
                .put("replicas", workload.replicas())
                .put("onNodes", workload.pods().size())
                .put("leaving", workload.leaving())
                .put("elsewhere", workload.elsewhere())
                .put("onFailedNodes", workload.onFailedNodes())
                .put("losesAll", workload.losesAll())
                .put("lost", workload.isLost())
                .put(
                        "downAfterSeconds",
                        workload.downAfter().isEmpty()
                                ? null
                                : workload.downAfter().getAsLong());
        ObjectNode next = json.putObject("replacement").put("outcome", code(replacement.outcome()));
        switch (replacement.outcome()) {
            case MADE, NOWHERE, REFUSED, UNKNOWN -> put(next, "afterSeconds", "bySeconds", workload.replacedIn());
            case AFTER_DELETION, NOT_MADE, OF_THE_NODE, NONE_LEAVES -> {}
        }
        Map<String, Integer> obstacles = replacement.obstacles();
        if (obstacles != null) {
            ArrayNode nodes = next.putArray("nodes");
            replacement.nodes().forEach(nodes::add);
            ObjectNode written = next.putObject("obstacles");
            obstacles.forEach(written::put);
        }
        if (!replacement.problem().isEmpty()) {
            next.put("message", replacement.problem());
        }
    }

    private static String code(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private Span span(Instant first, Instant last) {
        return new Span(seconds(first), seconds(last));
    }

    private long seconds(Instant at) {
        return Math.max(0, Duration.between(drill.now(), at).getSeconds());
    }

    private static String name(DrilledPod pod) {
        return pod.pod().fact().namespace() + "/" + pod.pod().owner().title();
    }

    private static String texts(List<Taint> taints) {
        return taints.stream().map(Taint::toString).collect(Collectors.joining(", "));
    }

    private static String text(Span span) {
        return span.earliest() == span.latest()
                ? text(span.latest())
                : text(span.earliest()) + " to " + text(span.latest());
    }

    /** {@code +50s}, {@code +5m50s}, {@code +2h}: what is zero is left out. */
    private static String text(long seconds) {
        return "+" + Duration.ofSeconds(seconds).toString().substring(2).toLowerCase(Locale.ROOT);
    }
}

package dev.tolerant.tools.drill;

import dev.tolerant.engine.words.OneLine;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.text.Report;
import dev.tolerant.tools.drill.DrillAnswer.DrilledWorkload;
import dev.tolerant.tools.drill.DrillAnswer.Outcome;
import dev.tolerant.tools.drill.DrillAnswer.Replacement;
import dev.tolerant.tools.drill.DrillAnswer.Taker;
import dev.tolerant.tools.drill.ZoneLimits.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The words for the pods that come in place of those of a workload. */
record Comeback(DrilledWorkload workload) {
    private static final int FEW = 4;

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
                        .noneMatch(kind -> kind.kind().equals(workload.owner().kind()));
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

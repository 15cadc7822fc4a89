package dev.tolerant.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A line about the first minute: the medians of all starts with one JVM. */
record ColdRow(String what, ColdStart.Plan plan, List<ColdStart> starts) implements Line {

    /** A row without starts yet. */
    static ColdRow of(String what, ColdStart.Plan plan) {
        return new ColdRow(what, plan, List.of());
    }

    /** The row with one start more. */
    ColdRow and(ColdStart start) {
        List<ColdStart> more = new ArrayList<>(starts);
        more.add(start);
        return new ColdRow(what, plan, List.copyOf(more));
    }

    @Override
    public String heading() {
        return Line.heading(
                "JVM",
                "starts",
                "ready after",
                "first %,d".formatted(plan.few()),
                "next %,d".formatted(plan.few()),
                "after %,d".formatted(plan.many()),
                "first of later, target at least 0.6",
                "p99 of the first %d s at %d /s".formatted(plan.tailSeconds(), ColdStart.Plan.TAIL_RATE),
                "p99 later",
                "first of later, target at most 3");
    }

    @Override
    public String markdown() {
        return "| " + what + " | " + starts.size() + " | " + median(ColdStart::ready) + " s | "
                + median(ColdStart::first) + " /s | " + median(ColdStart::next) + " /s | " + median(ColdStart::later)
                + " /s | " + Figure.spread(of(ColdStart::rateRatio)) + " | " + median(ColdStart::firstTail) + " ms | "
                + median(ColdStart::laterTail) + " ms | " + Figure.spread(of(ColdStart::tailRatio)) + " |";
    }

    private Figure median(ToDoubleFunction<ColdStart> figure) {
        return new Figure(of(figure).median());
    }

    private Samples of(ToDoubleFunction<ColdStart> figure) {
        return Samples.of(starts.stream().mapToDouble(figure).toArray());
    }
}

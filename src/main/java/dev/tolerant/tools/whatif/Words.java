package dev.tolerant.tools.whatif;

import dev.tolerant.engine.model.OneLine;
import dev.tolerant.engine.model.TaintRules.EvictionTime;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.observed.explain.Placement.Places;
import dev.tolerant.tools.whatif.Change.EvictionChange;
import dev.tolerant.tools.whatif.Change.TolerationChange;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says in words what changes. */
final class Words {
    private static final int MAX_TEXT = 2000;
    private static final int MAX_NODES = 5;

    private Words() {}

    /**
     * A line about a change.
     *
     * @param about what it is about; empty where the line before it is about the same
     */
    record Line(String about, String text) {}

    static List<Line> of(Block block, Places places) {
        Change change = block.change();
        List<Line> lines = new ArrayList<>();
        add(lines, "refused", change.refusal());
        add(lines, "refused today", change.admitted());
        if (!change.lost().isEmpty() || !change.gained().isEmpty()) {
            add(
                    lines,
                    "nodes",
                    block.nodesAfter() + " of " + places.count() + " instead of " + block.nodesBefore()
                            + pending(block));
            add(lines, "no more", names(change.lost(), places));
            add(lines, "new", names(change.gained(), places));
        } else if (change.admitted() != null && block.nodesAfter() == 0) {
            add(lines, "nodes", "0 of " + places.count() + pending(block));
        }
        change.tolerations().forEach(each -> add(lines, "tolerations", words(each)));
        change.evictions().stream()
                .filter(each -> !isSaid(each, change.tolerations()))
                .forEach(each -> add(lines, "evicted", words(each)));
        change.placement().forEach(each -> add(lines, "demands", each));
        return lines;
    }

    /** What no node means, as a continuation; empty if there is one. */
    private static String pending(Block block) {
        boolean agents = block.prospects().stream()
                .allMatch(prospect -> prospect.maker().kind().equals("DaemonSet"));
        return block.nodesAfter() > 0 ? "" : agents ? ": its controller makes no pod" : ": new pods stay Pending";
    }

    private static void add(List<Line> lines, String about, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            return;
        }
        boolean again = lines.stream().anyMatch(line -> line.about().equals(about));
        lines.add(new Line(again ? "" : about, clean(text)));
    }

    /** A few names and how many there are besides. */
    private static String names(BitSet some, Places places) {
        List<String> names = places.names(some);
        int more = names.size() - MAX_NODES;
        return more <= 1
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, MAX_NODES)) + " and " + more + " more";
    }

    static String words(TolerationChange change) {
        Toleration before = change.before();
        Toleration after = change.after();
        if (before == null) {
            return "+ " + after;
        }
        return after == null
                ? "- " + before
                : "~ " + after.entry() + ": " + seconds(after) + " instead of " + seconds(before);
    }

    private static String seconds(Toleration toleration) {
        return toleration.seconds().never() ? "forever" : "for " + toleration.seconds() + "s";
    }

    /** Whether the change of a toleration says the same. */
    private static boolean isSaid(EvictionChange eviction, List<TolerationChange> tolerations) {
        return tolerations.stream()
                .anyMatch(each -> each.before() != null
                        && each.after() != null
                        && each.after().tolerates(eviction.taint()));
    }

    static String words(EvictionChange change) {
        return change.taint() + ": " + time(change.after()) + " instead of " + time(change.before());
    }

    private static String time(EvictionTime time) {
        return time.never() ? "never" : time.afterSeconds() == 0 ? "at once" : "after " + time.afterSeconds() + "s";
    }

    static String pods(long count) {
        return count == 1 ? "1 running pod" : count + " running pods";
    }

    static String workloads(long count) {
        return count == 1 ? "1 workload" : count + " workloads";
    }

    /** What the keeper does to a maker's pods, as a continuation; empty if nothing. */
    static String keeper(Running running) {
        if (running.given() + running.waiting() == 0) {
            return "";
        }
        return ", the keeper changes " + running.given()
                + (running.waiting() == 0 ? "" : ", " + running.waiting() + " later");
    }

    /** What becomes of all running pods of makers whose next pods change. */
    static List<String> running(Outlook outlook) {
        List<String> sentences = new ArrayList<>();
        Running refused = sum(outlook, Set.of(Impact.REFUSED));
        if (refused.pods() > 0) {
            sentences.add(pods(refused.pods()) + " of refused workloads " + stay(refused.pods())
                    + ", but the API server admits no other in place of one that leaves.");
        }
        Running others = sum(outlook, EnumSet.complementOf(EnumSet.of(Impact.REFUSED, Impact.SAME)));
        if (others.given() > 0) {
            sentences.add("The keeper changes " + pods(others.given()) + ".");
        }
        if (others.waiting() > 0) {
            boolean one = others.waiting() == 1;
            sentences.add("The keeper changes " + pods(others.waiting()) + " once " + (one ? "it has" : "they have")
                    + " no scheduling gates, and no taint is left on "
                    + (one ? "its node for which it" : "their nodes for which they")
                    + " would leave at another time then.");
        }
        if (others.left() > 0) {
            sentences.add(pods(others.left()) + " " + stay(others.left()) + " until "
                    + (others.left() == 1 ? "it is" : "they are") + " made anew"
                    + (outlook.keeper()
                            ? "."
                            : "; the keeper, with tolerant.keeper.mode=enforce, would give "
                                    + (others.left() == 1 ? "it" : "them") + " what it may."));
        }
        return sentences;
    }

    private static Running sum(Outlook outlook, Set<Impact> impacts) {
        return outlook.prospects().stream()
                .filter(prospect -> impacts.contains(prospect.change().impact()))
                .map(Prospect::running)
                .reduce(new Running(0, 0, 0), Running::and);
    }

    private static String stay(int pods) {
        return pods == 1 ? "stays as it is" : "stay as they are";
    }

    /** Nothing has checked names and values before admission: they must not move the cursor of a terminal. */
    static String clean(String text) {
        return OneLine.of(text, MAX_TEXT);
    }
}

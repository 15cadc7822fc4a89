package dev.tolerant.cli.whatif;

import dev.tolerant.cli.whatif.Change.EvictionChange;
import dev.tolerant.cli.whatif.Change.TolerationChange;
import dev.tolerant.core.controlplane.EvictionTime;
import dev.tolerant.core.decision.OneLine;
import dev.tolerant.core.toleration.Toleration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
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

    static List<Line> of(Block block, Places places, boolean nodesKnown) {
        Change change = block.change();
        List<Line> lines = new ArrayList<>();
        add(lines, "refused", change.refusal());
        add(lines, "refused today", change.admitted());
        add(lines, "unknown", change.undecided());
        if (!nodesKnown) {
            add(lines, "nodes", change.undecided() == null && change.refusal() == null ? "not known" : null);
        } else if (!change.lost().isEmpty() || !change.gained().isEmpty()) {
            add(lines, "nodes", block.nodesAfter() + " of " + places.count() + " instead of " + block.nodesBefore());
            add(lines, "no more", names(change.lost(), places));
            add(lines, "new", names(change.gained(), places));
        }
        change.tolerations().forEach(each -> add(lines, "tolerations", words(each)));
        change.evictions().stream()
                .filter(each -> !isSaid(each, change.tolerations()))
                .forEach(each -> add(lines, "evicted", words(each)));
        change.placement().forEach(each -> add(lines, "demands", each));
        return lines;
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
        return toleration.seconds().never() ? "for good" : "for " + toleration.seconds() + "s";
    }

    /** Whether the change of a toleration says the same. */
    private static boolean isSaid(EvictionChange eviction, List<TolerationChange> tolerations) {
        return tolerations.stream()
                .anyMatch(each -> each.before() != null
                        && each.after() != null
                        && each.after().tolerates(eviction.taint()));
    }

    static String words(EvictionChange change) {
        return time(change.after()) + " instead of " + time(change.before()) + " of " + change.taint();
    }

    private static String time(EvictionTime time) {
        return time.never()
                ? "never because"
                : time.afterSeconds() == 0 ? "at once" : "after " + time.afterSeconds() + "s";
    }

    static String pods(long count) {
        return count == 1 ? "1 running pod" : count + " running pods";
    }

    static String workloads(long count) {
        return count == 1 ? "1 workload" : count + " workloads";
    }

    /** Who has a maker's pods, and what becomes of them. */
    static String words(Running running) {
        if (running.given() + running.waiting() == 0) {
            return running.pods() + " running";
        }
        String waiting = running.waiting() == 0 ? "" : ", " + running.waiting() + " later";
        return running.pods() + " running, the keeper changes " + running.given() + waiting;
    }

    /** What becomes of all running pods of makers whose next pods change. */
    static String running(Outlook outlook) {
        Running all = outlook.prospects().stream()
                .filter(prospect -> prospect.change().impact() != Impact.SAME)
                .map(Prospect::running)
                .reduce(new Running(0, 0, 0), Running::and);
        if (all.pods() == 0) {
            return "";
        }
        String left = pods(all.left()) + (all.left() == 1 ? " stays as it is" : " stay as they are") + " until "
                + (all.left() == 1 ? "it is" : "they are") + " made anew";
        if (!outlook.keeper()) {
            return left + "; with tolerant.fleet.mode=enforce, the fleet keeper would give them what it may.";
        }
        if (all.given() + all.waiting() == 0) {
            return left + ", because the fleet keeper has nothing to give them.";
        }
        String later = all.waiting() == 0
                ? ""
                : ", and " + all.waiting() + " once their nodes have lost taints for which they would leave otherwise";
        return "The fleet keeper changes " + pods(all.given()) + later + "; " + left + ".";
    }

    /** Nothing has checked names and values before admission: they must not move the cursor of a terminal. */
    static String clean(String text) {
        return OneLine.of(text, MAX_TEXT);
    }
}

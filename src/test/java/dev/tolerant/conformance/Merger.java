package dev.tolerant.conformance;

import dev.tolerant.conformance.InTreeModel.Entry;
import dev.tolerant.conformance.InTreeModel.Giver;
import dev.tolerant.intree.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Merges two lists of tolerations like MergeTolerations (k8s.io/kubernetes, pkg/util/tolerations). */
record Merger(Coverage coverage, Set<Difference> on) {

    List<Entry> merge(List<Entry> first, List<Entry> extra) {
        if (extra.isEmpty()) {
            return first;
        }
        List<Entry> all = new ArrayList<>(first);
        all.addAll(extra);
        List<Entry> merged = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Entry entry = all.get(i);
            boolean dropped = merged.stream().anyMatch(kept -> replaces(kept, entry))
                    || all.subList(i + 1, all.size()).stream()
                            .anyMatch(later ->
                                    !coverage.same(later.toleration(), entry.toleration()) && replaces(later, entry));
            if (!dropped) {
                merged.add(entry);
            }
        }
        return merged;
    }

    private boolean replaces(Entry superset, Entry entry) {
        if (on.contains(Difference.NEVER_COLLAPSED) && superset.isFirst() == entry.isFirst()) {
            return false;
        }
        if (on.contains(Difference.AUTHOR_WINS) && entry.giver() == Giver.AUTHOR && !superset.isFirst()) {
            return false;
        }
        if (on.contains(Difference.SHORT_DEFAULT) && entry.giver() == Giver.SERVER && !superset.isFirst()) {
            return false;
        }
        return coverage.covers(superset.toleration(), entry.toleration());
    }
}

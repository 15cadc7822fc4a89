package dev.tolerant.conformance;

import static dev.tolerant.engine.words.NodeTaints.MEMORY_PRESSURE;
import static dev.tolerant.engine.words.NodeTaints.NOT_READY;
import static dev.tolerant.engine.words.NodeTaints.UNREACHABLE;

import dev.tolerant.engine.words.Resources;
import dev.tolerant.engine.words.Resources.ResourceNames;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.intree.Difference;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the in-tree plugins do on the creation of a pod, in the API server's order: DefaultTolerationSeconds,
 * PodTolerationRestriction and ExtendedResourceToleration (plugin/pkg/admission in k8s.io/kubernetes), then
 * PodTolerationRestriction's validation. With a difference switched on, the model does that one thing like Tolerant.
 */
final class InTreeModel {
    private static final TolerationSeconds FIVE_MINUTES = TolerationSeconds.of(300);

    private final Set<Difference> on;
    private final ModelledPod pod;
    private final Coverage coverage;

    InTreeModel(ModelledPod pod, Set<Difference> on) {
        this.on = on;
        this.pod = pod;
        this.coverage = new Coverage(on.contains(Difference.OMITTED_IS_EQUAL));
    }

    AdmittedPod outcome() {
        List<Entry> list = withDefaultSeconds();
        if (on.contains(Difference.SHORT_DEFAULT)) {
            list.replaceAll(this::rewritten);
        }
        list = new Merger(coverage, on).merge(list, extra());
        if (on.contains(Difference.REAL_MATCHING)) {
            list = withMissingSeconds(list);
        }
        boolean admitted = isAdmitted(list);
        list = withResources(list);
        return admitted && isAdmitted(list)
                ? AdmittedPod.allowed(list.stream().map(Entry::toleration).toList())
                : AdmittedPod.REFUSED;
    }

    /** The pod's tolerations after DefaultTolerationSeconds alone. */
    List<Toleration> afterDefaultSeconds() {
        return withDefaultSeconds().stream().map(Entry::toleration).toList();
    }

    private List<Entry> withDefaultSeconds() {
        List<Entry> list = new ArrayList<>();
        pod.submitted().forEach(toleration -> list.add(new Entry(toleration, Giver.AUTHOR)));
        for (Taint taint : List.of(NOT_READY, UNREACHABLE)) {
            if (pod.submitted().stream().noneMatch(toleration -> suppresses(toleration, taint))) {
                list.add(new Entry(Toleration.of(taint, FIVE_MINUTES), Giver.SERVER));
            }
        }
        return list;
    }

    private static boolean suppresses(Toleration toleration, Taint taint) {
        boolean key = toleration.key().equals(taint.key()) || toleration.key().isEmpty();
        return key && (toleration.effect() == taint.effect() || toleration.effect() == Effect.ANY);
    }

    /** Adds, after what the namespace gives, the defaults that entries with another value suppressed. */
    private static List<Entry> withMissingSeconds(List<Entry> list) {
        List<Entry> result = new ArrayList<>(list);
        for (Taint taint : List.of(NOT_READY, UNREACHABLE)) {
            if (list.stream().noneMatch(entry -> entry.toleration().tolerates(taint))) {
                result.add(new Entry(Toleration.of(taint, FIVE_MINUTES), Giver.SERVER));
            }
        }
        return result;
    }

    /** The API server's entry with the seconds of the first namespace default that tolerates its taint. */
    private Entry rewritten(Entry entry) {
        if (entry.giver() != Giver.SERVER) {
            return entry;
        }
        int rewriting = Toleration.firstOf(pod.defaults(), taintOf(entry.toleration()));
        return rewriting < 0
                ? entry
                : new Entry(
                        entry.toleration()
                                .withSeconds(pod.defaults().get(rewriting).seconds()),
                        Giver.SERVER);
    }

    private static Taint taintOf(Toleration toleration) {
        return Taint.of(toleration.key(), toleration.effect());
    }

    private List<Entry> extra() {
        List<Entry> extra = new ArrayList<>();
        pod.defaults().forEach(toleration -> extra.add(new Entry(toleration, Giver.NAMESPACE)));
        if (!pod.facts().resources().areBestEffort()) {
            extra.add(new Entry(Toleration.exists(MEMORY_PRESSURE.key(), Effect.NO_SCHEDULE), Giver.PRESSURE));
        }
        return extra;
    }

    private List<Entry> withResources(List<Entry> list) {
        List<Entry> result = new ArrayList<>(list);
        for (String name : askedFor()) {
            Toleration given = Toleration.exists(name, Effect.NO_SCHEDULE);
            boolean found = false;
            for (int i = 0; i < result.size(); i++) {
                Entry entry = result.get(i);
                if (entry.toleration().isSameEntryAs(given)) {
                    result.set(i, new Entry(given, entry.giver()));
                    found = true;
                }
            }
            if (!found) {
                result.add(new Entry(given, Giver.RESOURCES));
            }
        }
        return result;
    }

    private Set<String> askedFor() {
        Set<String> names = new TreeSet<>();
        for (Resources container : pod.facts().resources().containers()) {
            for (Map.Entry<String, BigDecimal> request : container.requests().entrySet()) {
                boolean counts = !on.contains(Difference.ZERO_QUANTITY)
                        || request.getValue().signum() > 0;
                if (counts && ResourceNames.isExtended(request.getKey())) {
                    names.add(request.getKey());
                }
            }
        }
        return names;
    }

    private boolean isAdmitted(List<Entry> list) {
        return pod.whitelist().isEmpty()
                || list.stream()
                        .allMatch(entry -> isExempt(entry)
                                || pod.whitelist().stream()
                                        .anyMatch(allowed -> coverage.covers(allowed, entry.toleration())));
    }

    private boolean isExempt(Entry entry) {
        if (!on.contains(Difference.GIVEN_IS_EXEMPT)) {
            return false;
        }
        return entry.giver() != Giver.AUTHOR
                || given().stream().anyMatch(given -> coverage.same(given, entry.toleration()));
    }

    /** Everything that the plugins give this pod, or would give it if its author had not written it. */
    private List<Toleration> given() {
        List<Toleration> given = new ArrayList<>(pod.defaults());
        extra().forEach(entry -> given.add(entry.toleration()));
        askedFor().forEach(name -> given.add(Toleration.exists(name, Effect.NO_SCHEDULE)));
        for (Taint taint : List.of(NOT_READY, UNREACHABLE)) {
            given.add(Toleration.of(taint, FIVE_MINUTES));
            int rewriting = Toleration.firstOf(pod.defaults(), taint);
            if (rewriting >= 0) {
                given.add(Toleration.of(taint, pod.defaults().get(rewriting).seconds()));
            }
        }
        return given;
    }

    /** Who gave a toleration; the model knows for certain what a review can only suggest. */
    enum Giver {
        AUTHOR,
        SERVER,
        NAMESPACE,
        PRESSURE,
        RESOURCES
    }

    /** A toleration of the list and who gave it. */
    record Entry(Toleration toleration, Giver giver) {
        /** Whether the pod had it before PodTolerationRestriction ran. */
        boolean isFirst() {
            return giver == Giver.AUTHOR || giver == Giver.SERVER;
        }
    }
}

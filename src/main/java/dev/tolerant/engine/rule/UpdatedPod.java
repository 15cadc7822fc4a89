package dev.tolerant.engine.rule;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * On update, restores what the stored pod has: its tolerations, because the API does not allow their removal, their
 * seconds where the API server has injected its own again, and the node affinity that this program added.
 */
final class UpdatedPod {
    private UpdatedPod() {}

    static void apply(Draft draft, Situation situation, PodFacts oldPod) {
        restoreTolerations(draft, oldPod);
        restoreNodeAffinity(
                draft, situation.review().pod().nodeAffinity(), oldPod.nodeAffinity(), situation.policies());
        if (draft.steps().isEmpty()) {
            draft.note(new Step.NotConcerned(RuleId.UPDATE, "there is nothing to restore"));
        }
    }

    private static void restoreTolerations(Draft draft, PodFacts oldPod) {
        List<Toleration> old = oldPod.tolerations();
        if (draft.tolerations().equals(old)) {
            return;
        }
        StoredTolerations stored = new StoredTolerations(oldPod);
        Set<Toleration> earlier = new HashSet<>();
        Set<Toleration> present = new HashSet<>();
        for (int i = 0; i < draft.received(); i++) {
            Toleration current = draft.tolerations().get(i);
            if (draft.origin(i).isInjected()) {
                Toleration before =
                        stored.secondsOf(current).map(current::withSeconds).orElse(current);
                // After the same entry with the stored seconds it has no effect, and the stored pod may have both.
                if (!before.equals(current) && !earlier.contains(before)) {
                    draft.setSeconds(RuleId.UPDATE, i, before.seconds());
                }
            }
            earlier.add(current);
            present.add(current.entry());
        }
        for (int i = 0; i < old.size(); i++) {
            if (!present.contains(old.get(i).entry())) {
                draft.restore(i, old.get(i));
            }
        }
    }

    /**
     * The API refuses to change the affinity of a pod that is not gated, so this restores the stored affinity exactly
     * or does nothing; of what policies give now, in mode Audit too, the rest may have been withheld from the pod.
     */
    private static void restoreNodeAffinity(
            Draft draft, NodeAffinity current, NodeAffinity old, List<Policy> policies) {
        if (current.equals(old) || (old.terms().isEmpty() && old.preferred().isEmpty())) {
            return;
        }
        OfferedAffinity given = new OfferedAffinity();
        for (Policy policy : policies) {
            policy.requiredNodeAffinity().stream()
                    .filter(old::requires)
                    .forEach(requirement -> given.require(RuleId.UPDATE, requirement));
            policy.preferredNodeAffinity().stream()
                    .filter(old::prefers)
                    .forEach(preference -> given.prefer(RuleId.UPDATE, preference));
        }
        NodeAffinity added = given.addedTo(current);
        if (added.terms().equals(old.terms()) && added.preferred().equals(old.preferred())) {
            given.apply(draft, current);
        }
    }

    /** Searches for the seconds that an update restores once, because an update may repeat entries. */
    static final class StoredTolerations {
        private final List<Toleration> stored;
        private final Optional<TolerationSeconds> notReady;
        private final Optional<TolerationSeconds> unreachable;

        /**
         * @param pod null if none is stored
         */
        StoredTolerations(@Nullable PodFacts pod) {
            this.stored = pod == null ? List.of() : pod.tolerations();
            this.notReady = secondsFor(NodeTaints.NOT_READY);
            this.unreachable = secondsFor(NodeTaints.UNREACHABLE);
        }

        /** True where this entry of the API server's shape has the seconds that an update restores. */
        boolean restores(Toleration toleration) {
            return secondsOf(toleration).filter(toleration.seconds()::equals).isPresent();
        }

        /** For an entry of the API server's shape: the seconds of the same stored entry, or else of the first that tolerates its taint. */
        Optional<TolerationSeconds> secondsOf(Toleration injected) {
            return NodeTaints.ofFailure(injected).equals(NodeTaints.NOT_READY) ? notReady : unreachable;
        }

        private Optional<TolerationSeconds> secondsFor(Taint taint) {
            Toleration injected = Toleration.of(taint, TolerationSeconds.NEVER);
            return Stream.concat(
                            stored.stream().filter(each -> each.isSameEntryAs(injected)),
                            stored.stream().filter(each -> each.tolerates(taint)))
                    .map(Toleration::seconds)
                    .findFirst();
        }
    }
}

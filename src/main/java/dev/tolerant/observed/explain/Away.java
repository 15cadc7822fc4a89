package dev.tolerant.observed.explain;

import dev.tolerant.engine.model.Decision;
import dev.tolerant.engine.model.Injections;
import dev.tolerant.engine.model.Injections.Gift;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.NodeAffinity;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Requirement;
import dev.tolerant.engine.model.Review;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Snapshot;
import dev.tolerant.engine.model.Step;
import dev.tolerant.engine.model.Toleration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The part of the webhook's changes that a new pod lacks while no replica answers: the API server gives the rest by itself.
 *
 * @param missing each as it would be written; empty if nothing is missing
 * @param reasons why, as clauses
 */
public record Away(List<String> missing, List<String> reasons) {
    private static final String LIKELY =
            "the author may have written the pod's tolerations, which only a replica can tell";

    /**
     * Null where the API server gives nothing by itself.
     *
     * @param made the pod with what the webhook gives it
     */
    static @Nullable Away of(
            Review review, NamespaceFacts namespace, Decision decision, PodFacts made, Snapshot snapshot) {
        Injections injections = snapshot.injections();
        boolean isNewPod = review.subject() == Review.Subject.POD && review.operation() == Review.Operation.CREATE;
        if (injections.equals(Injections.NOTHING) || !isNewPod) {
            return null;
        }
        PodFacts came = review.pod();
        Gift gift = injections.to(came, namespace, review.provenance());
        List<String> missing = new ArrayList<>();
        boolean seconds = tolerations(came, made, gift, missing);
        affinity(came.nodeAffinity(), made.nodeAffinity(), gift, missing);
        boolean isLikely = seconds && review.provenance() != Review.Provenance.UNOWNED;
        List<String> reasons = Stream.concat(
                        Stream.of(LIKELY).filter(likely -> isLikely), staying(decision, injections))
                .toList();
        return new Away(List.copyOf(missing), missing.isEmpty() ? List.of() : reasons);
    }

    /** Whether seconds are among what is missing. */
    private static boolean tolerations(PodFacts came, PodFacts made, Gift gift, List<String> missing) {
        List<Toleration> before = came.tolerations();
        Set<Toleration> given =
                gift.tolerations().stream().map(Toleration::withMeaning).collect(Collectors.toCollection(HashSet::new));
        boolean seconds = false;
        for (int i = 0; i < made.tolerations().size(); i++) {
            Toleration now = made.tolerations().get(i);
            if (i >= before.size()) {
                if (!given.contains(now.withMeaning())) {
                    missing.add(now.toString());
                }
            } else if (!now.seconds()
                    .equals(gift.seconds().getOrDefault(i, before.get(i).seconds()))) {
                seconds = true;
                missing.add("tolerationSeconds " + now.seconds() + " of " + now.key());
            }
        }
        return seconds;
    }

    private static void affinity(NodeAffinity came, NodeAffinity made, Gift gift, List<String> missing) {
        List<Requirement> known =
                Stream.concat(expressions(came), gift.required().stream()).toList();
        expressions(made)
                .filter(each -> known.stream().noneMatch(each::isSameAs))
                .map(each -> "node affinity " + each)
                .distinct()
                .forEach(missing::add);
        made.preferred().stream()
                .filter(each -> !came.preferred().contains(each)
                        && gift.preferred().stream().noneMatch(each::isSameAs))
                .map(each -> "node preference " + each)
                .forEach(missing::add);
    }

    private static Stream<Requirement> expressions(NodeAffinity affinity) {
        return affinity.terms().stream().flatMap(term -> term.matchExpressions().stream());
    }

    private static Stream<String> staying(Decision decision, Injections injections) {
        return decision.steps().stream()
                .filter(step -> step.outcome() == Step.Outcome.APPLIED)
                .map(Step::rule)
                .filter(RuleId::isPolicy)
                .map(RuleId::policy)
                .distinct()
                .filter(injections.staying()::containsKey)
                .map(policy -> "policy " + policy + ": " + injections.staying().get(policy));
    }

    boolean isSame() {
        return missing.isEmpty();
    }

    /** The same in one line. */
    String text() {
        return isSame()
                ? "the same"
                : "without " + String.join(", ", missing)
                        + (reasons.isEmpty() ? "" : " (" + String.join("; ", reasons) + ")");
    }
}

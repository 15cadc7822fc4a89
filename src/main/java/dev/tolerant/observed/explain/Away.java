package dev.tolerant.observed.explain;

import dev.tolerant.engine.rule.Decision;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The part of the webhook's changes that a new pod lacks while no replica answers, each as it would be written, and why, as
 * clauses: the API server gives the rest by itself.
 */
public record Away(List<String> missing, List<String> reasons) {
    /**
     * @param made the pod with what the webhook gives it
     * @param given the pod with what the API server gives it by itself
     */
    static Away of(Review review, Decision decision, PodFacts made, PodFacts given, Injections injections) {
        int received = review.pod().tolerations().size();
        List<String> seconds = IntStream.range(0, received)
                .filter(i ->
                        !made.tolerations().get(i).equals(given.tolerations().get(i)))
                .mapToObj(made.tolerations()::get)
                .map(Away::seconds)
                .toList();
        List<String> missing = new ArrayList<>(seconds);
        made.tolerations().stream()
                .skip(received)
                .filter(each -> given.tolerations().stream()
                        .map(Toleration::withMeaning)
                        .noneMatch(each.withMeaning()::equals))
                .map(Toleration::toString)
                .forEach(missing::add);
        List<Requirement> required = expressions(given.nodeAffinity()).toList();
        expressions(made.nodeAffinity())
                .filter(each -> required.stream().noneMatch(each::isSameAs))
                .map(each -> "node affinity " + each)
                .distinct()
                .forEach(missing::add);
        made.nodeAffinity().preferred().stream()
                .filter(each -> !given.nodeAffinity().preferred().contains(each))
                .map(each -> "node preference " + each)
                .forEach(missing::add);
        boolean isLikely = !seconds.isEmpty() && review.provenance() != Review.Provenance.UNOWNED;
        List<String> reasons = Stream.concat(
                        Stream.of("only a replica can tell whether the author wrote them")
                                .filter(likely -> isLikely),
                        staying(decision, injections))
                .toList();
        return new Away(List.copyOf(missing), missing.isEmpty() ? List.of() : reasons);
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

    public boolean lacks(Toleration toleration) {
        return missing.contains(toleration.toString()) || missing.contains(seconds(toleration));
    }

    private static String seconds(Toleration toleration) {
        return "tolerationSeconds " + toleration.seconds() + " of " + toleration.key();
    }

    boolean isSame() {
        return missing.isEmpty();
    }

    String text() {
        return isSame()
                ? "the same"
                : "without " + String.join(", ", missing)
                        + (reasons.isEmpty() ? "" : " (" + String.join("; ", reasons) + ")");
    }
}

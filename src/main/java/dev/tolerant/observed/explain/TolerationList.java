package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.model.ControlPlane.DaemonSetController;
import dev.tolerant.engine.model.Decision;
import dev.tolerant.engine.model.Decision.AttributedToleration;
import dev.tolerant.engine.model.Origins.Origin;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Review;
import dev.tolerant.engine.model.Review.Provenance;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Step;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.observed.explain.Explanation.ExplainedToleration;
import dev.tolerant.observed.explain.PodTemplate.PodTolerations;
import dev.tolerant.observed.facts.FactKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tolerations of an explanation, each with its origin. */
final class TolerationList {
    private TolerationList() {}

    static List<ExplainedToleration> of(Answer answer, @Nullable Answer template) {
        Decision decision = answer.decision();
        JsonNode json = answer.object().path("spec").path("tolerations");
        Review stored = answer.object().path("metadata").hasNonNull("uid") ? answer.review() : null;
        List<ExplainedToleration> list = new ArrayList<>();
        for (int i = 0; i < decision.tolerations().size(); i++) {
            AttributedToleration attributed = decision.tolerations().get(i);
            list.add(
                    stored == null
                            ? explained(i, attributed, json.get(i), decision.steps(), template)
                            : ofStored(i, attributed, json.get(i), decision.steps(), stored));
        }
        return List.copyOf(list);
    }

    /**
     * An entry of a pod that exists. Nothing records what it was given, so a rule counts as the giver of what it would give now, and
     * the author as that of the rest where managedFields show one.
     */
    private static ExplainedToleration ofStored(
            int index, AttributedToleration attributed, JsonNode json, List<Step> steps, Review review) {
        boolean isAuthors = attributed.origin() == Origin.AUTHOR && review.provenance() == Provenance.OWNED;
        RuleId giver = sameAs(index, steps);
        return switch (attributed.origin()) {
            case AUTHOR, OTHER ->
                new ExplainedToleration(
                        attributed.toleration(),
                        json,
                        giver == null && isAuthors ? Origin.AUTHOR : Origin.UNRECORDED,
                        giver);
            default -> explained(index, attributed, json, steps, null);
        };
    }

    private static ExplainedToleration explained(
            int index, AttributedToleration attributed, JsonNode json, List<Step> steps, @Nullable Answer template) {
        Toleration toleration = attributed.toleration();
        Origin origin = attributed.origin();
        return switch (origin) {
            case OTHER -> new ExplainedToleration(toleration, json, origin, sameAs(index, steps));
            case AUTHOR -> {
                RuleId giver = ofTemplate(index, template);
                yield new ExplainedToleration(toleration, json, giver == null ? origin : Origin.RULE, giver);
            }
            // A rule with the same seconds as the API server has changed nothing.
            case PROVEN, LIKELY, CONTROLLER ->
                new ExplainedToleration(
                        toleration, json, origin, hasSecondsSet(index, steps) ? attributed.giver() : null);
            case RULE, UNRECORDED -> new ExplainedToleration(toleration, json, origin, attributed.giver());
        };
    }

    /** The tolerations of the pods that the controller makes of a DaemonSet. */
    static List<ExplainedToleration> ofPodsMade(Answer daemonSet) {
        PodFacts read = daemonSet.pod();
        ObjectNode pod = daemonSet
                .object()
                .at(PodTemplate.pointer(FactKind.DAEMON_SET.template()))
                .deepCopy();
        List<Toleration> made = DaemonSetController.addedTo(read.tolerations(), read.hostNetwork());
        new PodTolerations(pod, read.tolerations()).replaceWith(made);
        JsonNode entries = pod.path("spec").path("tolerations");
        List<AttributedToleration> template = daemonSet.decision().tolerations();
        List<Step> steps = daemonSet.decision().steps();
        List<ExplainedToleration> list = new ArrayList<>();
        for (int i = 0; i < made.size(); i++) {
            Toleration toleration = made.get(i);
            JsonNode json = entries.get(i);
            boolean kept = i < template.size() && template.get(i).toleration().equals(toleration);
            list.add(
                    kept
                            ? explained(i, template.get(i), json, steps, null)
                            : new ExplainedToleration(toleration, json, Origin.CONTROLLER, null));
        }
        return List.copyOf(list);
    }

    private static boolean hasSecondsSet(int index, List<Step> steps) {
        return steps.stream().anyMatch(step -> step instanceof Step.SecondsSet set && set.index() == index);
    }

    /** The rule that would give exactly this entry, and so gave it in an earlier call. */
    private static @Nullable RuleId sameAs(int index, List<Step> steps) {
        for (Step step : steps) {
            if (step instanceof Step.Covered covered
                    && covered.index() == index
                    && covered.by().equals(covered.offered())) {
                return covered.rule();
            }
        }
        return null;
    }

    /** The policy that put the entry into the template; the controller keeps the template's order. */
    private static @Nullable RuleId ofTemplate(int index, @Nullable Answer template) {
        if (template == null || index >= template.decision().tolerations().size()) {
            return null;
        }
        return template.decision().tolerations().get(index).giver();
    }
}

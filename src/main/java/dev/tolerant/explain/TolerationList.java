package dev.tolerant.explain;

import dev.tolerant.decision.AttributedToleration;
import dev.tolerant.decision.Decision;
import dev.tolerant.decision.Step;
import dev.tolerant.pod.Origin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tolerations of an explanation, each with whom it comes from. */
final class TolerationList {
    private TolerationList() {}

    static List<ExplainedToleration> of(Answer answer, @Nullable Answer template) {
        Decision decision = answer.decision();
        List<ExplainedToleration> list = new ArrayList<>();
        for (int i = 0; i < decision.tolerations().size(); i++) {
            AttributedToleration attributed = decision.tolerations().get(i);
            String giver = attributed.origin() == Origin.OTHER ? sameAs(i, decision.steps()) : ofTemplate(i, template);
            if (giver.isEmpty() || !attributed.giver().isEmpty()) {
                list.add(ExplainedToleration.of(attributed));
            } else {
                Origin origin = attributed.origin() == Origin.OTHER ? Origin.OTHER : Origin.RULE;
                list.add(new ExplainedToleration(attributed.toleration(), origin, giver));
            }
        }
        return List.copyOf(list);
    }

    /** The rule that would give just this entry, and so has given it when it was asked before. */
    private static String sameAs(int index, List<Step> steps) {
        for (Step step : steps) {
            if (step instanceof Step.Covered covered
                    && covered.index() == index
                    && covered.by().equals(covered.offered())) {
                return covered.rule();
            }
        }
        return "";
    }

    /** The policy that put the entry into the template, of which the controller keeps the order. */
    private static String ofTemplate(int index, @Nullable Answer template) {
        if (template == null || index >= template.decision().tolerations().size()) {
            return "";
        }
        return template.decision().tolerations().get(index).giver();
    }
}

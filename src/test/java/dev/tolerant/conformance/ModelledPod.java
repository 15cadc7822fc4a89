package dev.tolerant.conformance;

import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Toleration;
import java.util.List;

/**
 * A pod that is being created.
 *
 * @param submitted the tolerations that its author sent
 * @param defaults the default tolerations of its namespace
 * @param whitelist the tolerations that its namespace admits; an empty list admits all
 * @param facts the other parts of the pod, as a review shows them
 */
record ModelledPod(List<Toleration> submitted, List<Toleration> defaults, List<Toleration> whitelist, PodFacts facts) {

    @Override
    public String toString() {
        return "submitted " + submitted + ", defaults " + defaults + ", whitelist " + whitelist + ", "
                + (facts.resources().areBestEffort() ? "best effort, " : "")
                + facts.resources().containers();
    }
}

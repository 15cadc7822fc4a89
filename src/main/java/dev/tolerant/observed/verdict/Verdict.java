package dev.tolerant.observed.verdict;

import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Toleration;
import java.util.List;
import java.util.Set;

/** What is to be done about a stored pod. */
public sealed interface Verdict {

    /** How the pod counts. */
    PodState state();

    /** Nothing. */
    record Alone(PodState state) implements Verdict {}

    /** Nothing, because this rule would refuse it. */
    record Violation(RuleId rule, String sentence) implements Verdict {
        @Override
        public PodState state() {
            return PodState.RESTRICTED;
        }
    }

    /**
     * It gets something.
     *
     * @param patch a JSON Patch that conflicts if the pod has changed since
     * @param meant its tolerations afterwards
     * @param rules who gives what it gets
     */
    record Change(byte[] patch, List<Toleration> meant, Set<RuleId> rules) implements Verdict {
        @Override
        public PodState state() {
            return PodState.WOULD_CHANGE;
        }
    }

    /**
     * It gets this later.
     *
     * @param state {@link PodState#WAITING} until it does not change when the pod leaves its node for a taint that is there, or
     *     {@link PodState#GATED} until its scheduling gates are gone
     */
    record Waiting(Change change, PodState state) implements Verdict {}
}

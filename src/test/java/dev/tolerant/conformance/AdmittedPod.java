package dev.tolerant.conformance;

import dev.tolerant.engine.words.Toleration;
import dev.tolerant.testing.WholeProgram;
import java.util.List;

/**
 * The result of admission for one pod.
 *
 * @param tolerations in order; empty for a refused pod
 */
record AdmittedPod(boolean allowed, List<Toleration> tolerations) {
    static final AdmittedPod REFUSED = new AdmittedPod(false, List.of());

    /** The webhook's result for the pod of a review. */
    static AdmittedPod of(WholeProgram.Answer answer) {
        return answer.allowed() ? allowed(RecordedTolerations.list(answer.tolerations())) : REFUSED;
    }

    static AdmittedPod allowed(List<Toleration> tolerations) {
        return new AdmittedPod(true, List.copyOf(tolerations));
    }
}

package dev.tolerant.conformance;

import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.webhook.Webhook;
import java.util.List;

/**
 * What became of a pod.
 *
 * @param tolerations in order; empty for a pod that was refused
 */
record AdmittedPod(boolean allowed, List<Toleration> tolerations) {
    static final AdmittedPod REFUSED = new AdmittedPod(false, List.of());

    /** What the webhook made of a review's pod. */
    static AdmittedPod of(Webhook.Answer answer) {
        return answer.allowed() ? allowed(RecordedTolerations.list(answer.tolerations())) : REFUSED;
    }

    static AdmittedPod allowed(List<Toleration> tolerations) {
        return new AdmittedPod(true, List.copyOf(tolerations));
    }
}

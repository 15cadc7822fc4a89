package dev.tolerant.conformance;

import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.webhook.Webhook;
import java.util.List;

/**
 * What became of a pod.
 *
 * @param tolerations in order; empty for a pod that was refused
 */
record Outcome(boolean allowed, List<Toleration> tolerations) {
    static final Outcome REFUSED = new Outcome(false, List.of());

    /** What the webhook made of a review's pod. */
    static Outcome of(Webhook.Answer answer) {
        return answer.allowed() ? allowed(TolerationJson.list(answer.tolerations())) : REFUSED;
    }

    static Outcome allowed(List<Toleration> tolerations) {
        return new Outcome(true, List.copyOf(tolerations));
    }
}

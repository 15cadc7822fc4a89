package dev.tolerant.core.pod;

import org.jspecify.annotations.Nullable;

/**
 * A question of the API server about one pod, or about a DaemonSet's template of pods.
 *
 * @param namespace the request's namespace, which is always set, where the pod's own may be empty
 * @param pod the pod as it would be stored, or the template
 * @param provenance who owns the pod's tolerations
 * @param oldPod the pod, or the template, as it is stored; null on CREATE
 * @param templateChanged whether an update changes the template; true on CREATE
 */
public record Review(
        Subject subject,
        Operation operation,
        String namespace,
        Requester requester,
        PodFacts pod,
        Provenance provenance,
        @Nullable PodFacts oldPod,
        boolean templateChanged) {}

package dev.tolerant.pod;

import org.jspecify.annotations.Nullable;

/**
 * A question of the API server about one pod.
 *
 * @param namespace the request's namespace, which is always set, where the pod's own may be empty
 * @param pod the pod as it would be stored
 * @param provenance who owns the pod's tolerations
 * @param oldPod the pod as it is stored; null on CREATE
 */
public record Review(
        Operation operation,
        String namespace,
        Requester requester,
        PodFacts pod,
        Provenance provenance,
        @Nullable PodFacts oldPod) {}

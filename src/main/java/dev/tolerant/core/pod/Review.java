package dev.tolerant.core.pod;

import org.jspecify.annotations.Nullable;

/**
 * An admission request about one pod, or about the pod template of a DaemonSet.
 *
 * @param namespace the request's namespace, which is always set; the pod's own may be empty
 * @param pod the pod as it would be stored, or the template
 * @param provenance who owns the pod's tolerations
 * @param oldPod the stored pod or template; null on CREATE
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

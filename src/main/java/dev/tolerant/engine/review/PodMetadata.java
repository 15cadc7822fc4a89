package dev.tolerant.engine.review;

import dev.tolerant.engine.model.Owner;
import java.util.Map;

/**
 * What is read of a pod's metadata.
 *
 * @param name the name, or the generateName of a pod that does not have a name yet
 * @param mirror whether the pod has the annotation of a static pod's mirror
 * @param controller the owner with {@code controller: true}
 */
record PodMetadata(
        String name,
        Map<String, String> labels,
        boolean mirror,
        Owner controller,
        ManagedFields managed,
        Identity identity) {
    static final PodMetadata NONE =
            new PodMetadata("", Map.of(), false, Owner.NONE, ManagedFields.UNREADABLE, Identity.UNREAD);

    /**
     * What tells a stored pod from all others; unread in reviews.
     *
     * @param owner the owner with {@code controller: true}
     * @param terminating whether the pod is being deleted
     */
    record Identity(
            String namespace, String uid, String resourceVersion, ControllerReference owner, boolean terminating) {
        static final Identity UNREAD = new Identity("", "", "", ControllerReference.NONE, false);
    }
}

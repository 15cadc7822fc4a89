package dev.tolerant.server.fleet;

import dev.tolerant.engine.review.ControllerReference;
import dev.tolerant.engine.review.StoredPod;

/** The object that an Event is about; the namespace is empty if it has none. */
record About(String apiVersion, String kind, String namespace, String name, String uid) {
    private static final String POLICY = "TolerationPolicy";

    /** The pod's controller, or the pod if it has none. */
    static About ownerOf(StoredPod pod) {
        ControllerReference owner = pod.owner();
        return owner.exists()
                ? new About(owner.apiVersion(), owner.kind(), pod.namespace(), owner.name(), owner.uid())
                : new About("v1", "Pod", pod.namespace(), pod.name(), pod.uid());
    }

    static About policy(String name) {
        return new About("tolerant.dev/v1alpha1", POLICY, "", name, "");
    }

    boolean isPolicy() {
        return kind.equals(POLICY) && namespace.isEmpty();
    }
}

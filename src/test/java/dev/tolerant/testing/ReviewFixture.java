package dev.tolerant.testing;

import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Review.Operation;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.engine.words.Review.Requester;
import dev.tolerant.engine.words.Review.Subject;
import dev.tolerant.engine.words.Toleration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds reviews of pods in the namespace {@code shop}. */
public final class ReviewFixture {
    private static final Requester AUTHOR = new Requester("jane", List.of("system:authenticated"));
    private static final Requester NODE =
            new Requester("system:node:worker-1", List.of("system:nodes", "system:authenticated"));

    private ReviewFixture() {}

    /** A new pod whose author sent its tolerations, or sent none if the pod has none. */
    public static Review creationOf(PodFacts pod) {
        return creationOf(pod, provenanceOf(pod.tolerations()));
    }

    /** A new pod of an author. */
    public static Review creationOf(PodFacts pod, Provenance provenance) {
        return creationBy(AUTHOR, pod, provenance);
    }

    /** A new pod that this user creates. */
    public static Review creationBy(Requester requester, PodFacts pod, Provenance provenance) {
        return review(Operation.CREATE, requester, pod, provenance, null);
    }

    /** A new pod that a kubelet creates. */
    public static Review creationByNode(PodFacts pod) {
        return review(Operation.CREATE, NODE, pod, provenanceOf(pod.tolerations()), null);
    }

    public static Review updateOf(PodFacts oldPod, PodFacts pod, Provenance provenance) {
        return review(Operation.UPDATE, AUTHOR, pod, provenance, oldPod);
    }

    /** A DELETE or CONNECT. */
    public static Review otherOf(PodFacts pod) {
        return review(Operation.OTHER, AUTHOR, pod, Provenance.OWNED, null);
    }

    private static Provenance provenanceOf(List<Toleration> tolerations) {
        return tolerations.isEmpty() ? Provenance.UNOWNED : Provenance.OWNED;
    }

    private static Review review(
            Operation operation, Requester requester, PodFacts pod, Provenance provenance, @Nullable PodFacts oldPod) {
        return new Review(Subject.POD, operation, "shop", requester, pod, provenance, true, oldPod, true);
    }
}

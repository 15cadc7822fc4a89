package dev.tolerant.engine.rule;

import dev.tolerant.engine.decision.OneLine;
import dev.tolerant.engine.decision.RuleId;
import dev.tolerant.engine.decision.Step;
import dev.tolerant.engine.pod.Controllers;
import dev.tolerant.engine.pod.Owner;
import dev.tolerant.engine.pod.Requester;
import dev.tolerant.engine.pod.Review;
import dev.tolerant.engine.pod.Review.Operation;
import dev.tolerant.engine.pod.Review.Subject;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether the controller that a pod names is believed to have made it: any author can write an owner reference. */
record Belief(Controllers controllers) {
    private static final int MAX_NAME = 100;

    /**
     * The review without the pod's controller, unless whoever asks is believed. On UPDATE nobody is: the request comes from
     * any user who may change the pod.
     */
    Review believed(Review review) {
        return isBelieved(review) ? review : review.withPod(review.pod().withController(Owner.NONE));
    }

    /**
     * The review with the controller that restrictions and restoring look at. On UPDATE it is the one that the pod names: what
     * an update restores needs no belief, because the stored pod has it already, and a restriction on the pods of a controller
     * goes on after their creation.
     */
    Review claimed(Review review) {
        return review.operation() == Operation.UPDATE ? review : believed(review);
    }

    /** Why the controller of a new pod is ignored; null if it is not, or if believing it could earn the pod nothing. */
    @Nullable
    Step doubt(Review review) {
        Owner owner = review.pod().controller();
        if (review.operation() != Operation.CREATE || isBelieved(review) || !controllers.know(owner)) {
            return null;
        }
        return new Step.Problem(RuleId.REVIEW, "owner-not-believed", sentence(review.requester(), owner));
    }

    private boolean isBelieved(Review review) {
        Owner owner = review.pod().controller();
        return review.subject() == Subject.DAEMON_SET
                || !owner.exists()
                || (review.operation() == Operation.CREATE && controllers.believe(review.requester(), owner));
    }

    private String sentence(Requester requester, Owner owner) {
        Set<String> users = controllers.of(owner);
        String named =
                "metadata.ownerReferences names " + OneLine.quoted(owner.name(), MAX_NAME) + " as the controller, but ";
        if (users.isEmpty()) {
            return named
                    + "no user is known to create its pods, so the reference is ignored; if it is true, name the user"
                    + " in the setting tolerant.controllers";
        }
        String creator = requester.username().isEmpty()
                ? "a user without a name"
                : OneLine.quoted(requester.username(), MAX_NAME);
        return named + "the pod comes from " + creator + " and not from " + String.join(" or ", users)
                + ", so the reference is ignored";
    }
}

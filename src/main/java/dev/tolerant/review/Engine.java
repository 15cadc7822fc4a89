package dev.tolerant.review;

import dev.tolerant.core.decision.Decision;
import dev.tolerant.core.decision.Refusal;
import dev.tolerant.core.decision.SkipReason;
import dev.tolerant.core.pod.Review.Subject;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.policy.PolicySet;
import dev.tolerant.core.rule.Injector;
import dev.tolerant.review.AdmissionRequest.Decidable;
import dev.tolerant.review.AdmissionRequest.TooLarge;
import dev.tolerant.review.AdmissionRequest.Undecidable;

/**
 * Answers admission reviews, from the bytes of the question to the bytes of the answer. It does no I/O and
 * has no state: the caller looks up policies and namespace after {@link #read} and passes them in.
 */
public final class Engine {
    private final Injector injector;
    private final ResponseWriter writer;

    /** An engine whose responses carry out what the injector decides, or only report it in audit mode. */
    public Engine(Injector injector, Mode mode) {
        this.injector = injector;
        this.writer = new ResponseWriter(mode);
    }

    /**
     * Reads the request of an AdmissionReview.
     *
     * @throws InvalidReviewException with a sentence for the sender, if the body is not an AdmissionReview of v1 with a uid
     */
    public static AdmissionRequest read(byte[] body) throws InvalidReviewException {
        return ReviewReader.read(body);
    }

    /** Decides what to give the pod, and whether the cluster may store it. An internal error leaves the pod as it is. */
    public AdmissionResponse mutate(Decidable request, PolicySet policies, NamespaceFacts namespace) {
        try {
            return respond(request, injector.decide(request.review(), policies, namespace));
        } catch (RuntimeException ours) {
            return fail(request, ours);
        }
    }

    /** Decides whether the cluster may store the finished pod, which it does not change. An internal error allows it. */
    public AdmissionResponse validate(Decidable request, PolicySet policies, NamespaceFacts namespace) {
        try {
            return respond(request, injector.judge(request.review(), policies, namespace));
        } catch (RuntimeException ours) {
            return fail(request, ours);
        }
    }

    /** Leaves the object of an undecidable request as it is. */
    public AdmissionResponse mutate(Undecidable request) {
        return respond(request, Decision.skipped(request.reason()));
    }

    /**
     * Allows the object of an undecidable request, unless it is a pod that is too large to be judged: restrictions must
     * not end where a list gets long.
     */
    public AdmissionResponse validate(Undecidable request) {
        if (request instanceof TooLarge tooLarge && tooLarge.subject() == Subject.POD) {
            return respond(request, Decision.refused(new Refusal(Refusal.Reason.TOO_LARGE, tooLarge.inReview())));
        }
        return mutate(request);
    }

    private AdmissionResponse respond(AdmissionRequest request, Decision decision) {
        return new AdmissionResponse(request, decision, writer.write(request, decision), null);
    }

    private AdmissionResponse fail(Decidable request, RuntimeException ours) {
        Decision decision = Decision.skipped(SkipReason.INTERNAL);
        return new AdmissionResponse(request, decision, writer.write(request, decision), ours);
    }
}

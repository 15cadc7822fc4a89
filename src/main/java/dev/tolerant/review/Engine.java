package dev.tolerant.review;

import dev.tolerant.core.decision.Decision;
import dev.tolerant.core.decision.Refusal;
import dev.tolerant.core.decision.SkipReason;
import dev.tolerant.core.pod.Review;
import dev.tolerant.core.pod.Review.Subject;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.policy.Snapshot;
import dev.tolerant.core.rule.Injector;
import dev.tolerant.review.AdmissionRequest.Decidable;
import dev.tolerant.review.AdmissionRequest.Malformed;
import dev.tolerant.review.AdmissionRequest.TooLarge;
import dev.tolerant.review.AdmissionRequest.Undecidable;
import org.jspecify.annotations.Nullable;

/**
 * Answers admission reviews, from the bytes of the question to the bytes of the answer. It does no I/O and
 * has no state: the caller looks up policies and namespace after {@link #read} and passes them in.
 */
public final class Engine {
    private final Injector injector;
    private final Mode mode;
    private final ResponseWriter writer;

    /** An engine whose responses carry out what the injector decides, or only report it in audit mode. */
    public Engine(Injector injector, Mode mode) {
        this.injector = injector;
        this.mode = mode;
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
    public AdmissionResponse mutate(Decidable request, Snapshot snapshot, NamespaceFacts namespace) {
        try {
            return respond(request, injector.decide(request.review(), snapshot, namespace));
        } catch (RuntimeException ours) {
            return skipped(request, SkipReason.INTERNAL, ours, false);
        }
    }

    /**
     * Decides whether the cluster may store the finished pod, which it does not change. The answer is
     * {@linkplain AdmissionResponse#unjudged unjudged} if the program cannot tell, because it does not know the namespace
     * or by its own error.
     */
    public AdmissionResponse validate(Decidable request, Snapshot snapshot, NamespaceFacts namespace) {
        try {
            Decision decision = injector.judge(request.review(), snapshot, namespace);
            return decision.skipReason()
                            .filter(SkipReason.NAMESPACE_UNKNOWN::equals)
                            .isPresent()
                    ? skipped(request, SkipReason.NAMESPACE_UNKNOWN, null, enforces())
                    : respond(request, decision);
        } catch (RuntimeException ours) {
            return skipped(request, SkipReason.INTERNAL, ours, restricts(snapshot, namespace));
        }
    }

    /** Leaves the object of an undecidable request as it is. */
    public AdmissionResponse mutate(Undecidable request) {
        return respond(request, Decision.skipped(request.reason()));
    }

    /**
     * Allows the object of an undecidable request, unless it is a pod that cannot be judged and that a restriction could
     * apply to: one that is too large is refused, because restrictions must not end where a list gets long, and one that
     * is malformed is left unjudged.
     */
    public AdmissionResponse validate(Undecidable request, Snapshot snapshot, NamespaceFacts namespace) {
        if (request instanceof TooLarge tooLarge && tooLarge.subject() == Subject.POD) {
            return respond(request, Decision.refused(new Refusal(Refusal.Reason.TOO_LARGE, tooLarge.inReview())));
        }
        boolean unjudged = request instanceof Malformed malformed
                && malformed.subject() == Subject.POD
                && restricts(snapshot, namespace);
        return skipped(request, request.reason(), null, unjudged);
    }

    /** The review as the rules see it, without a controller that is not believed. */
    public Review believed(Review review) {
        return injector.believed(review);
    }

    private boolean restricts(Snapshot snapshot, NamespaceFacts namespace) {
        return enforces() && injector.restricts(snapshot.policies(), namespace);
    }

    private boolean enforces() {
        return mode == Mode.ENFORCE;
    }

    private AdmissionResponse respond(AdmissionRequest request, Decision decision) {
        return new AdmissionResponse(request, decision, writer.write(request, decision), null, false);
    }

    private AdmissionResponse skipped(
            AdmissionRequest request, SkipReason reason, @Nullable RuntimeException ours, boolean unjudged) {
        Decision decision = Decision.skipped(reason);
        return new AdmissionResponse(request, decision, writer.write(request, decision), ours, unjudged);
    }
}

package dev.tolerant.engine.review;

import dev.tolerant.engine.decision.Decision;
import dev.tolerant.engine.decision.Mode;
import dev.tolerant.engine.decision.Refusal;
import dev.tolerant.engine.decision.SkipReason;
import dev.tolerant.engine.pod.Given;
import dev.tolerant.engine.pod.Review;
import dev.tolerant.engine.pod.Review.Operation;
import dev.tolerant.engine.pod.Review.Subject;
import dev.tolerant.engine.pod.Stored;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.Malformed;
import dev.tolerant.engine.review.AdmissionRequest.TooLarge;
import dev.tolerant.engine.review.AdmissionRequest.Undecidable;
import dev.tolerant.engine.rule.Injector;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers admission reviews, from the bytes of the question to the bytes of the answer. It does no I/O and
 * has no state: the caller looks up policies and namespace after {@link #read} and passes them in.
 */
public final class Engine {
    private final Injector injector;
    /** The username of the fleet keeper; empty without one. */
    private final String keeper;

    private final Mode mode;
    private final ResponseWriter writer;
    private final ResponseWriter judgements;

    /** An engine whose responses carry out what the injector decides, or only report it in audit mode. */
    public Engine(Injector injector, Mode mode) {
        this(injector, mode, "");
    }

    private Engine(Injector injector, Mode mode, String keeper) {
        this.injector = injector;
        this.mode = mode;
        this.keeper = keeper;
        this.writer = new ResponseWriter(mode, !keeper.isEmpty());
        this.judgements = new ResponseWriter(mode, false);
    }

    /**
     * The same engine beside a fleet keeper: pods get the record of who gave them their tolerations, and what the keeper
     * writes stays and is not refused.
     *
     * @param account the username of the keeper
     */
    public Engine withKeeper(String account) {
        return new Engine(injector, mode, account);
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
            if (isKeepers(request.review())) {
                return respond(request, Decision.skipped(SkipReason.KEEPER));
            }
            return respond(request, injector.decide(request.review(), snapshot, namespace));
        } catch (RuntimeException ours) {
            return skipped(request, ours);
        }
    }

    /**
     * Decides whether the cluster may store the finished pod, which it does not change. The answer is
     * {@linkplain AdmissionResponse#unjudged unjudged} if the program cannot tell, because it does not know the namespace
     * or by its own error.
     */
    public AdmissionResponse validate(Decidable request, Snapshot snapshot, NamespaceFacts namespace) {
        try {
            if (isKeepers(request.review())) {
                return judged(request, Decision.skipped(SkipReason.KEEPER));
            }
            Decision decision = injector.judge(request.review(), snapshot, namespace);
            return decision.skipReason()
                            .filter(SkipReason.NAMESPACE_UNKNOWN::equals)
                            .isPresent()
                    ? unable(request, SkipReason.NAMESPACE_UNKNOWN, null, enforces())
                    : judged(request, decision);
        } catch (RuntimeException ours) {
            return unable(request, SkipReason.INTERNAL, ours, restricts(snapshot, namespace));
        }
    }

    /** Leaves the object of an undecidable request as it is. */
    public AdmissionResponse mutate(Undecidable request) {
        return judged(request, Decision.skipped(request.reason()));
    }

    /**
     * Allows the object of an undecidable request, unless it is a pod that cannot be judged and that a restriction could
     * apply to: one that is too large is refused, because restrictions must not end where a list gets long, and one that
     * is malformed is left unjudged.
     */
    public AdmissionResponse validate(Undecidable request, Snapshot snapshot, NamespaceFacts namespace) {
        if (request instanceof TooLarge tooLarge && tooLarge.subject() == Subject.POD) {
            return judged(request, Decision.refused(new Refusal(Refusal.Reason.TOO_LARGE, tooLarge.inReview())));
        }
        boolean unjudged = request instanceof Malformed malformed
                && malformed.subject() == Subject.POD
                && restricts(snapshot, namespace);
        return unable(request, request.reason(), null, unjudged);
    }

    /**
     * Decides what a stored pod still gets of what it would get as a new one.
     *
     * @param earlierSeconds without a record, seconds that this program may have set in the API server's entries
     * @param frozen names of policies that exist, although nobody knows what they say
     */
    public HealedPod heal(
            StoredPod pod, Set<Long> earlierSeconds, Snapshot snapshot, NamespaceFacts namespace, Set<String> frozen) {
        Optional<Given> given = pod.given() == null ? Optional.of(Given.NOTHING) : GivenText.read(pod.given());
        Stored stored = pod.stored(pod.given() == null ? null : given.orElse(Given.NOTHING), earlierSeconds);
        Decision decision = injector.heal(stored, snapshot, namespace, frozen);
        if (decision.changes().isEmpty()) {
            return new HealedPod(decision, null, given.isPresent());
        }
        String record = given.map(earlier -> GivenText.write(RecordedGivers.after(decision, earlier)))
                .orElse(null);
        return record == null
                ? new HealedPod(decision, null, false)
                : new HealedPod(decision, PatchWriter.write(pod, decision.changes(), record), true);
    }

    /** The review as the rules see it, without a controller that is not believed. */
    public Review believed(Review review) {
        return injector.believed(review);
    }

    /**
     * Whether the keeper updates a pod. Restoring seconds would undo its changes for ever, and it believes a pod's controller,
     * as no update does, so that restrictions would refuse what policies give by the controller. It has judged the pod itself.
     */
    private boolean isKeepers(Review review) {
        return !keeper.isEmpty()
                && review.operation() == Operation.UPDATE
                && review.subject() == Subject.POD
                && review.requester().username().equals(keeper);
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

    private AdmissionResponse skipped(AdmissionRequest request, RuntimeException ours) {
        Decision decision = Decision.skipped(SkipReason.INTERNAL);
        return new AdmissionResponse(request, decision, writer.write(request, decision), ours, false);
    }

    private AdmissionResponse judged(AdmissionRequest request, Decision decision) {
        return new AdmissionResponse(request, decision, judgements.write(request, decision), null, false);
    }

    private AdmissionResponse unable(
            AdmissionRequest request, SkipReason reason, @Nullable RuntimeException ours, boolean unjudged) {
        Decision decision = Decision.skipped(reason);
        return new AdmissionResponse(request, decision, judgements.write(request, decision), ours, unjudged);
    }
}

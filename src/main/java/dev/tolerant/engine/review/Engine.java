package dev.tolerant.engine.review;

import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.review.AdmissionRequest.Undecidable;
import dev.tolerant.engine.review.AdmissionRequest.Unread;
import dev.tolerant.engine.rule.Decision;
import dev.tolerant.engine.rule.Injector;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Review.Operation;
import dev.tolerant.engine.words.Review.Subject;
import dev.tolerant.engine.words.StoredPod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers admission reviews, from bytes to bytes, without I/O and state: the caller looks up policies and namespace
 * after {@link #read}.
 *
 * @param mode of the responses, which carry out what the injector decides, or only report it
 * @param keeper its username, whose updates stay and are not refused; empty without one
 * @param served true where API servers ask it about pods; else they give what they can by themselves, and that is the
 *     outcome
 */
public record Engine(Injector injector, Mode mode, String keeper, boolean served) {
    public Engine(Injector injector, Mode mode) {
        this(injector, mode, "", true);
    }

    public Engine withKeeper(String account) {
        return new Engine(injector, mode, account, served);
    }

    public Engine unserved() {
        return new Engine(injector, mode, keeper, false);
    }

    /** The exception for any body but an AdmissionReview has a sentence for the sender. */
    public static AdmissionRequest read(byte[] body) throws InvalidReviewException {
        return ReviewReader.read(body);
    }

    /**
     * An object that could not be read, or that the program fails on, stays as it is.
     *
     * @param namespace of the request
     */
    public AdmissionResponse answer(AdmissionRequest request, Snapshot snapshot, NamespaceFacts namespace) {
        if (!(request instanceof Decidable decidable)) {
            return respond(request, undecided((Undecidable) request, namespace));
        }
        try {
            return respond(request, decide(decidable.review(), snapshot, namespace));
        } catch (RuntimeException ours) {
            return AdmissionResponse.of(request, Decision.skipped(SkipReason.INTERNAL), mode, ours);
        }
    }

    /** Gives nothing, but the namespace's whitelist judges the object: what is long or broken must not end a restriction. */
    private Decision undecided(Undecidable request, NamespaceFacts namespace) {
        if (!(request instanceof Unread unread)) {
            return Decision.skipped(request.reason());
        }
        if (unread.tolerating() != null) {
            return injector.restricting(unread.tolerating(), unread.reason(), namespace);
        }
        return injector.restricts(namespace)
                ? Decision.refused(new Refusal(
                        unread.reason() == SkipReason.TOO_LARGE ? Refusal.Reason.TOO_LARGE : Refusal.Reason.MALFORMED,
                        unread.inReview()))
                : Decision.skipped(unread.reason());
    }

    private Decision decide(Review review, Snapshot snapshot, NamespaceFacts namespace) {
        return isKeepers(review) ? Decision.skipped(SkipReason.KEEPER) : injector.decide(review, snapshot, namespace);
    }

    /** The program's answer if the API server asks it, and then what the guard in the API server says, which judges pods either way. */
    public AdmissionResponse outcome(Decidable request, boolean asked, Snapshot snapshot, NamespaceFacts namespace) {
        Review review = request.review();
        Decision decision = !asked
                ? injector.unasked(review)
                : served ? decide(review, snapshot, namespace) : injector.byItself(review, snapshot, namespace);
        return respond(request, injector.guarded(decision, review, snapshot, namespace));
    }

    /** The outcome where the program and its guards only audit. */
    public AdmissionResponse unchanged(Decidable request) {
        return respond(request, injector.unasked(request.review()));
    }

    public boolean audits() {
        return mode == Mode.AUDIT;
    }

    public Engine enforcing() {
        return new Engine(injector, Mode.ENFORCE, keeper, served);
    }

    /** A new pod as the API server makes it by itself while no replica answers. */
    public PodFacts whileAway(Review review, Snapshot snapshot, NamespaceFacts namespace) {
        return injector.whileAway(review, snapshot, namespace);
    }

    public HealedPod heal(StoredPod pod, Snapshot snapshot, NamespaceFacts namespace) {
        Decision decision = injector.heal(pod, snapshot, namespace);
        List<Step> changes = decision.changes();
        return new HealedPod(decision, changes.isEmpty() ? null : Patch.of(pod, changes));
    }

    /** Restoring seconds would undo the keeper's changes for ever, and it has judged the pod itself. */
    private boolean isKeepers(Review review) {
        return !keeper.isEmpty()
                && review.operation() == Operation.UPDATE
                && review.subject() == Subject.POD
                && review.requester().username().equals(keeper);
    }

    private AdmissionResponse respond(AdmissionRequest request, Decision decision) {
        return AdmissionResponse.of(request, decision, mode, null);
    }

    /**
     * @param decision with the changes, or the refusal that the pod would get as a new one
     * @param patch a JSON Patch with the changes; null if there are none
     */
    public record HealedPod(Decision decision, byte @Nullable [] patch) {}
}

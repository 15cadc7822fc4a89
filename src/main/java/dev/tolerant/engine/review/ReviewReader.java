package dev.tolerant.engine.review;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.TreeReader;
import dev.tolerant.engine.json.TreeReader.Span;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.json.UnexpectedJsonException.TooMuchJsonException;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.words.Owner;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Review.Operation;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.engine.words.Review.Requester;
import dev.tolerant.engine.words.Review.Subject;
import dev.tolerant.engine.words.Toleration;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what a decision needs of an admission review, in one pass over its bytes. */
final class ReviewReader {
    private static final String API_VERSION = "admission.k8s.io/v1";
    private static final String KIND = "AdmissionReview";
    private static final String DAEMON_SET = "apps/DaemonSet";
    private static final String OBJECT = "object";
    private static final String OLD_OBJECT = "oldObject";
    private static final String USER_INFO = "userInfo";

    /** Too much of the user or of an object must not hide the rest of the request. */
    private static final Mask REVIEW = Mask.ofValues("apiVersion", "kind")
            .with(
                    "request",
                    Mask.ofValues("uid", "subResource", "namespace", "operation")
                            .with("kind", Mask.ofValues("group", "kind"))
                            .with(USER_INFO, Mask.ofValues("username", "groups").setApart())
                            .with(OBJECT, orTemplate(PodReader.POD).setApart())
                            .with(OLD_OBJECT, orTemplate(PodReader.OLD_POD).setApart()));

    private static final Mask TOLERATING = Mask.of()
            .with(
                    "request",
                    Mask.of()
                            .with(OBJECT, PodReader.TOLERATING_POD.setApart())
                            .with(OLD_OBJECT, PodReader.TOLERATING_POD.setApart()));

    private final byte[] body;
    private final Fields request;
    private final String uid;
    private final String objectKind;
    private final String namespace;
    private final String operation;
    private final String subResource;

    private ReviewReader(byte[] body, Fields request) throws UnexpectedJsonException {
        this.body = body;
        this.request = request;
        this.uid = request.text("uid");
        Fields kind = request.object("kind");
        String group = kind.text("group");
        this.objectKind = group.isEmpty() ? kind.text("kind") : group + "/" + kind.text("kind");
        this.namespace = request.text("namespace");
        this.operation = request.text("operation");
        this.subResource = request.text("subResource");
    }

    /** Adds the template of pods, where the object is a DaemonSet. */
    private static Mask orTemplate(Mask pod) {
        return pod.and(Mask.of().with("spec", Mask.of().with("template", PodReader.POD)));
    }

    /** The review must be of v1 with a uid; the exception for any other body has a sentence for the sender. */
    static AdmissionRequest read(byte[] body) throws InvalidReviewException {
        try {
            JsonNode tree = TreeReader.readLimited(body, REVIEW);
            if (!tree.isObject() && !tree.isPojo()) {
                throw new InvalidReviewException("the body is not an AdmissionReview: it must be a JSON object");
            }
            Fields review = Fields.of(tree);
            check(review);
            return new ReviewReader(body, review.object("request")).read();
        } catch (JsonProcessingException notJson) {
            throw new InvalidReviewException("the body is not JSON: " + whatIsWrong(body, notJson));
        } catch (IOException notText) {
            throw new InvalidReviewException("the body is not JSON in UTF-8");
        } catch (UnexpectedJsonException wrongType) {
            throw new InvalidReviewException("the body is not an AdmissionReview: " + wrongType.getMessage());
        }
    }

    /** The place where the text is wrong, but nothing of the text itself, which may contain secrets. */
    private static String whatIsWrong(byte[] body, JsonProcessingException notJson) {
        JsonLocation place = notJson.getLocation();
        if (place == null) {
            return "it cannot be read";
        }
        // Counted here: the parser does not count the lines of what it skips.
        long end = Math.min(place.getByteOffset(), body.length);
        int line = 1;
        int column = 1;
        for (int i = 0; i < end; i++) {
            boolean ends = body[i] == '\n';
            line += ends ? 1 : 0;
            column = ends ? 1 : column + 1;
        }
        return "it cannot be read at line " + line + ", column " + column;
    }

    private static void check(Fields review) throws InvalidReviewException, UnexpectedJsonException {
        if (!review.text("kind").equals(KIND)) {
            throw new InvalidReviewException("the body is not an AdmissionReview: its kind must be " + KIND);
        }
        if (!review.text("apiVersion").equals(API_VERSION)) {
            throw new InvalidReviewException(
                    "apiVersion must be " + API_VERSION + "; register the webhook with admissionReviewVersions: [v1]");
        }
        if (!review.object("request").isPresent()) {
            throw new InvalidReviewException("request is missing");
        }
        if (review.object("request").text("uid").isEmpty()) {
            throw new InvalidReviewException("request.uid is missing");
        }
    }

    private AdmissionRequest read() throws IOException, UnexpectedJsonException {
        SkipReason skip = skipReason();
        if (skip != null) {
            return new AdmissionRequest.Skipped(uid, operation, namespace, skip);
        }
        Requester requester;
        try {
            requester = requester(request.root(USER_INFO));
        } catch (TooMuchJsonException tooMuch) {
            return unread(USER_INFO, tooMuch);
        } catch (UnexpectedJsonException unexpected) {
            throw unexpected.below("request." + USER_INFO);
        }
        String reading = OBJECT;
        try {
            Fields object = request.root(OBJECT);
            if (!object.isPresent()) {
                throw object.wrong("is missing");
            }
            Fields pod = isDaemonSet() ? template(object) : object;
            Provenance provenance = isDaemonSet()
                    ? Provenance.UNREADABLE
                    : ProvenanceReader.read(pod.object("metadata")).tolerations();
            PodFacts facts = read(pod);
            reading = OLD_OBJECT;
            Fields oldObject = request.root(OLD_OBJECT);
            Fields oldPod = isDaemonSet() && oldObject.isPresent() ? template(oldObject) : oldObject;
            Review review = new Review(
                    subject(),
                    Operation.of(operation),
                    namespace,
                    requester,
                    facts,
                    provenance,
                    !isDaemonSet() || ProvenanceReader.ownsTemplatesAffinity(object.object("metadata")),
                    oldPod.isPresent() ? read(oldPod) : null,
                    !isDaemonSet() || !oldPod.isPresent() || !isSame(pod.span(), oldPod.span()));
            List<Span> places = isDaemonSet() ? List.of() : PodReader.places(oldPod);
            return new AdmissionRequest.Decidable(uid, operation, review, body, places);
        } catch (UnexpectedJsonException unexpected) {
            return unread(reading, unexpected);
        }
    }

    private static Requester requester(Fields userInfo) throws UnexpectedJsonException {
        return userInfo.isPresent()
                ? new Requester(userInfo.text("username"), userInfo.texts("groups"))
                : Requester.UNKNOWN;
    }

    /** Null where the rules deal with the object. */
    private @Nullable SkipReason skipReason() {
        if (objectKind.isEmpty()) {
            return SkipReason.KIND;
        }
        if (!subResource.isEmpty()) {
            return SkipReason.SUBRESOURCE;
        }
        if (!objectKind.equals("Pod") && !isDaemonSet()) {
            return SkipReason.KIND;
        }
        return Operation.of(operation) == Operation.OTHER ? SkipReason.OPERATION : null;
    }

    /** Reads the tolerations by themselves, so that nothing else hides them. */
    private AdmissionRequest unread(String part, UnexpectedJsonException why) throws IOException {
        if (isDaemonSet()) {
            return unread(part, why, tolerating(List.of(), null));
        }
        String reading = OBJECT;
        try {
            Fields again = Fields.of(TreeReader.readLimited(body, TOLERATING)).object("request");
            List<Toleration> tolerations = PodReader.tolerations(again.root(OBJECT));
            reading = OLD_OBJECT;
            Fields stored = again.root(OLD_OBJECT);
            return unread(
                    part, why, tolerating(tolerations, stored.isPresent() ? PodReader.tolerations(stored) : null));
        } catch (UnexpectedJsonException ofTolerations) {
            return unread(reading, ofTolerations, null);
        }
    }

    private AdmissionRequest unread(String part, UnexpectedJsonException why, @Nullable Review tolerating) {
        SkipReason reason = why instanceof TooMuchJsonException ? SkipReason.TOO_LARGE : SkipReason.MALFORMED;
        return new AdmissionRequest.Unread(
                uid, operation, namespace, reason, "request." + part, why.path(), why.problem(), tolerating);
    }

    private Review tolerating(List<Toleration> tolerations, @Nullable List<Toleration> stored) {
        return new Review(
                subject(),
                Operation.of(operation),
                namespace,
                Requester.UNKNOWN,
                PodFacts.NONE.withTolerations(tolerations),
                Provenance.UNREADABLE,
                true,
                stored == null ? null : PodFacts.NONE.withTolerations(stored),
                true);
    }

    private boolean isDaemonSet() {
        return objectKind.equals(DAEMON_SET);
    }

    private Subject subject() {
        return isDaemonSet() ? Subject.DAEMON_SET : Subject.POD;
    }

    private static Fields template(Fields daemonSet) throws UnexpectedJsonException {
        Fields template = daemonSet.object("spec").object("template");
        if (!template.isPresent()) {
            throw template.wrong("is missing");
        }
        return template;
    }

    private PodFacts read(Fields pod) throws UnexpectedJsonException {
        return isDaemonSet() ? PodReader.read(pod, Owner.DAEMON_SET) : PodReader.read(pod);
    }

    /** The API server encodes both in the same way, so equal templates have equal bytes. */
    private boolean isSame(Span one, Span other) {
        return Arrays.equals(body, one.start(), one.end(), body, other.start(), other.end());
    }
}

package dev.tolerant.engine.review;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.tolerant.engine.json.FieldNames;
import dev.tolerant.engine.json.JsonCursor;
import dev.tolerant.engine.json.JsonCursor.Span;
import dev.tolerant.engine.json.SkippingParser;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.json.UnexpectedJsonException.TooMuchJsonException;
import dev.tolerant.engine.model.Review;
import dev.tolerant.engine.model.Review.Operation;
import dev.tolerant.engine.model.Review.Provenance;
import dev.tolerant.engine.model.Review.Requester;
import dev.tolerant.engine.model.Review.Subject;
import dev.tolerant.engine.model.Step.SkipReason;
import dev.tolerant.engine.review.PodReader.PodRead;
import dev.tolerant.engine.review.ReviewReader.DaemonSetReader.TemplateRead;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what a decision needs of an admission review, in one pass over its bytes. */
final class ReviewReader {
    private static final String API_VERSION = "admission.k8s.io/v1";
    private static final String KIND = "AdmissionReview";
    private static final String NOT_UTF_8 = "the body is not JSON in UTF-8";
    private static final String DAEMON_SET = "apps/DaemonSet";
    private static final String USER_INFO = "request.userInfo";

    private static final FieldNames REVIEW = FieldNames.of("apiVersion", "kind", "request");
    private static final FieldNames REQUEST =
            FieldNames.of("uid", "kind", "subResource", "namespace", "operation", "userInfo", "object", "oldObject");
    private static final FieldNames OBJECT_KIND = FieldNames.of("group", "kind");

    private final byte[] body;
    private final JsonCursor json;

    private String apiVersion = "";
    private String kind = "";
    private boolean hasRequest;
    private String uid = "";
    private String objectKind = "";
    private String subResource = "";
    private String namespace = "";
    private String operation = "";
    private Requester requester = Requester.UNKNOWN;
    private @Nullable PodRead pod;
    private @Nullable PodRead oldPod;
    private @Nullable TemplateRead template;
    private @Nullable TemplateRead oldTemplate;
    private String malformedField = "";
    private @Nullable UnexpectedJsonException malformed;
    private String largeField = "";
    private @Nullable TooMuchJsonException tooLarge;

    private ReviewReader(byte[] body, SkippingParser parser) {
        this.body = body;
        this.json = new JsonCursor(parser);
    }

    /**
     * Reads a review.
     *
     * @throws InvalidReviewException with a sentence for the sender, if the body is not an AdmissionReview of v1 with a uid
     */
    static AdmissionRequest read(byte[] body) throws InvalidReviewException {
        try (SkippingParser parser = SkippingParser.of(body)) {
            parser.nextToken();
            ReviewReader reader = new ReviewReader(body, parser);
            reader.readReview();
            if (parser.nextToken() != null) {
                throw new InvalidReviewException("the body has more than one JSON value");
            }
            return reader.request();
        } catch (JsonProcessingException notJson) {
            throw new InvalidReviewException("the body is not JSON: " + whatIsWrong(body, notJson));
        } catch (IOException notText) {
            throw new InvalidReviewException(NOT_UTF_8);
        }
    }

    /** Where the text is wrong, but nothing of the text itself, which may contain secrets. */
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

    private void readReview() throws IOException, InvalidReviewException {
        if (!json.isObject()) {
            throw new InvalidReviewException("the body is not an AdmissionReview: it must be a JSON object");
        }
        try {
            for (String field = json.nextField(REVIEW); field != null; field = json.nextField(REVIEW)) {
                switch (field) {
                    case "apiVersion" -> apiVersion = json.text("apiVersion");
                    case "kind" -> kind = json.text("kind");
                    case "request" -> readRequest();
                }
            }
        } catch (UnexpectedJsonException wrongType) {
            throw new InvalidReviewException("the body is not an AdmissionReview: " + wrongType.getMessage());
        }
    }

    private void readRequest() throws IOException, UnexpectedJsonException {
        hasRequest = json.enterObject("request");
        if (!hasRequest) {
            return;
        }
        for (String field = json.nextField(REQUEST); field != null; field = json.nextField(REQUEST)) {
            switch (field) {
                case "uid" -> uid = json.text("request.uid");
                case "kind" -> objectKind = readKind();
                case "subResource" -> subResource = json.text("request.subResource");
                case "namespace" -> namespace = json.text("request.namespace");
                case "operation" -> operation = json.text("request.operation");
                case "userInfo" -> readRequester();
                case "object", "oldObject" -> readPod(field);
            }
        }
    }

    /** {@code kind} or {@code group/kind}. */
    private String readKind() throws IOException, UnexpectedJsonException {
        if (!json.enterObject("request.kind")) {
            return "";
        }
        String group = "";
        String name = "";
        for (String field = json.nextField(OBJECT_KIND); field != null; field = json.nextField(OBJECT_KIND)) {
            switch (field) {
                case "group" -> group = json.text("request.kind.group");
                case "kind" -> name = json.text("request.kind.kind");
            }
        }
        return group.isEmpty() ? name : group + "/" + name;
    }

    /** A user in too many groups must not hide the rest of the request. */
    private void readRequester() throws IOException, UnexpectedJsonException {
        int mark = json.mark();
        int depth = json.outerDepth();
        try {
            requester = RequesterReader.read(json);
        } catch (TooMuchJsonException tooMuch) {
            leave(USER_INFO, tooMuch, mark, depth);
        } catch (UnexpectedJsonException unexpected) {
            throw unexpected.below(USER_INFO);
        }
    }

    /** Goes on after a part of the request with which there is too much to keep. */
    private void leave(String field, TooMuchJsonException tooMuch, int mark, int depth) {
        largeField = field;
        tooLarge = tooMuch;
        json.leave(mark, depth);
        json.forget();
    }

    /** A pod that does not match the API's schema, or is too large, must not hide the rest of the request. */
    private void readPod(String field) throws IOException {
        if (skipReason() != null || tooLarge != null) {
            json.skip();
            return;
        }
        int mark = json.mark();
        int depth = json.outerDepth();
        try {
            if (objectKind.equals(DAEMON_SET)) {
                readTemplate(field);
            } else if (field.equals("object")) {
                pod = PodReader.readObject(json);
            } else {
                oldPod = PodReader.readOldObject(json);
            }
        } catch (TooMuchJsonException tooMuch) {
            leave("request." + field, tooMuch, mark, depth);
        } catch (UnexpectedJsonException unexpected) {
            malformedField = "request." + field;
            malformed = unexpected;
            json.leave(mark, depth);
        }
    }

    private void readTemplate(String field) throws IOException, UnexpectedJsonException {
        if (field.equals("object")) {
            template = DaemonSetReader.read(json);
        } else {
            oldTemplate = DaemonSetReader.read(json);
        }
    }

    /** Why the object need not be read, by the fields that have been read so far. */
    private @Nullable SkipReason skipReason() {
        if (!subResource.isEmpty()) {
            return SkipReason.SUBRESOURCE;
        }
        if (!objectKind.isEmpty() && !objectKind.equals("Pod") && !objectKind.equals(DAEMON_SET)) {
            return SkipReason.KIND;
        }
        return !operation.isEmpty() && Operation.of(operation) == Operation.OTHER ? SkipReason.OPERATION : null;
    }

    private AdmissionRequest request() throws InvalidReviewException {
        if (!kind.equals(KIND)) {
            throw new InvalidReviewException("the body is not an AdmissionReview: its kind must be " + KIND);
        }
        if (!apiVersion.equals(API_VERSION)) {
            throw new InvalidReviewException(
                    "apiVersion must be " + API_VERSION + "; register the webhook with admissionReviewVersions: [v1]");
        }
        if (!hasRequest) {
            throw new InvalidReviewException("request is missing");
        }
        if (uid.isEmpty()) {
            throw new InvalidReviewException("request.uid is missing");
        }
        SkipReason skip = objectKind.isEmpty() ? SkipReason.KIND : skipReason();
        if (skip != null) {
            return new AdmissionRequest.Skipped(uid, operation, namespace, skip);
        }
        if (tooLarge != null) {
            return new AdmissionRequest.TooLarge(
                    uid, operation, namespace, subject(), largeField, tooLarge.path(), tooLarge.problem());
        }
        if (malformed != null) {
            return new AdmissionRequest.Malformed(
                    uid, operation, namespace, subject(), malformedField, malformed.path(), malformed.problem());
        }
        if (objectKind.equals(DAEMON_SET)) {
            return template == null ? missingObject() : daemonSet(template);
        }
        return pod == null ? missingObject() : pod(pod);
    }

    private Subject subject() {
        return objectKind.equals(DAEMON_SET) ? Subject.DAEMON_SET : Subject.POD;
    }

    private AdmissionRequest missingObject() {
        return new AdmissionRequest.Malformed(
                uid, operation, namespace, subject(), "request.object", "", "is missing, or comes before request.kind");
    }

    private AdmissionRequest pod(PodRead read) {
        Review review = new Review(
                Subject.POD,
                Operation.of(operation),
                namespace,
                requester,
                read.facts(),
                read.metadata().managed().tolerations(),
                oldPod == null ? null : oldPod.facts(),
                true);
        List<Span> spans = oldPod == null ? List.of() : oldPod.tolerations();
        return new AdmissionRequest.Decidable(uid, operation, review, body, spans);
    }

    private AdmissionRequest daemonSet(TemplateRead read) {
        boolean changed = oldTemplate == null || !isSame(read.span(), oldTemplate.span());
        Review review = new Review(
                Subject.DAEMON_SET,
                Operation.of(operation),
                namespace,
                requester,
                read.pod().facts(),
                Provenance.UNREADABLE,
                oldTemplate == null ? null : oldTemplate.pod().facts(),
                changed);
        return new AdmissionRequest.Decidable(uid, operation, review, body, List.of());
    }

    /** The API server encodes both in the same way, so equal templates have equal bytes. */
    private boolean isSame(Span one, Span other) {
        return Arrays.equals(body, one.start(), one.end(), body, other.start(), other.end());
    }

    /** Reads the template of a DaemonSet and its place in the bytes, where a change of it shows. */
    static final class DaemonSetReader {
        private static final FieldNames DAEMON_SET = FieldNames.of("spec");
        private static final FieldNames SPEC = FieldNames.of("template");

        private DaemonSetReader() {}

        /** A template as it was read, and its place in the bytes. */
        record TemplateRead(PodRead pod, Span span) {}

        /** Reads the DaemonSet here; null if the value is null. */
        static @Nullable TemplateRead read(JsonCursor json) throws IOException, UnexpectedJsonException {
            if (!json.enterObject("")) {
                return null;
            }
            TemplateRead template = null;
            while (json.nextField(DAEMON_SET) != null) {
                if (json.enterObject("spec")) {
                    template = readSpec(json);
                }
            }
            if (template == null) {
                throw new UnexpectedJsonException("spec.template", "is missing");
            }
            return template;
        }

        private static @Nullable TemplateRead readSpec(JsonCursor json) throws IOException, UnexpectedJsonException {
            TemplateRead template = null;
            while (json.nextField(SPEC) != null) {
                int start = json.start();
                PodRead pod = readTemplate(json);
                template = pod == null ? null : new TemplateRead(pod, new Span(start, json.end()));
            }
            return template;
        }

        private static @Nullable PodRead readTemplate(JsonCursor json) throws IOException, UnexpectedJsonException {
            try {
                return PodReader.readTemplate(json);
            } catch (UnexpectedJsonException inTemplate) {
                throw inTemplate.below("spec.template");
            }
        }
    }

    /** Reads who sent a request. */
    static final class RequesterReader {
        private static final FieldNames USER_INFO = FieldNames.of("username", "groups");

        private RequesterReader() {}

        static Requester read(JsonCursor json) throws IOException, UnexpectedJsonException {
            if (!json.enterObject("")) {
                return Requester.UNKNOWN;
            }
            String username = "";
            List<String> groups = List.of();
            for (String field = json.nextField(USER_INFO); field != null; field = json.nextField(USER_INFO)) {
                switch (field) {
                    case "username" -> username = json.text("username");
                    case "groups" -> groups = json.list("groups");
                }
            }
            return new Requester(username, groups);
        }
    }
}

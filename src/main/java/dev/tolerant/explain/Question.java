package dev.tolerant.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.core.pod.Requester;
import dev.tolerant.manifest.Manifest;
import java.util.List;

/**
 * An AdmissionReview, as the API server would send it or has sent it.
 *
 * @param manifest the object that it is about
 * @param notes what was supposed to make it, for the reader of the explanation
 */
record Question(Manifest manifest, ObjectNode review, List<String> notes) {

    /** The review that somebody has captured. */
    static Question captured(Manifest manifest) {
        return new Question(manifest, manifest.object(), List.of());
    }

    /** The creation of an object. */
    static Question creation(Manifest manifest, ObjectNode object, String user, List<String> notes) {
        ObjectNode review = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", "admission.k8s.io/v1")
                .put("kind", "AdmissionReview");
        ObjectNode request = review.putObject("request").put("uid", "explain");
        String version = object.path("apiVersion").asText();
        int slash = version.indexOf('/');
        request.putObject("kind")
                .put("group", slash < 0 ? "" : version.substring(0, slash))
                .put("version", version.substring(slash + 1))
                .put("kind", object.path("kind").asText());
        request.put("namespace", manifest.namespace()).put("operation", "CREATE");
        ObjectNode userInfo = request.putObject("userInfo").put("username", user);
        groups(user).forEach(userInfo.putArray("groups")::add);
        request.set("object", object);
        request.putNull("oldObject");
        return new Question(manifest, review, notes);
    }

    private static List<String> groups(String user) {
        return user.startsWith("system:serviceaccount:kube-system:")
                ? List.of("system:serviceaccounts", "system:serviceaccounts:kube-system", "system:authenticated")
                : List.of("system:authenticated");
    }

    /** The same, asked by somebody else. */
    Question by(Requester requester) {
        ObjectNode changed = review.deepCopy();
        ObjectNode userInfo =
                ((ObjectNode) changed.get("request")).putObject("userInfo").put("username", requester.username());
        requester.groups().forEach(userInfo.putArray("groups")::add);
        return new Question(manifest, changed, notes);
    }

    /** The same with another object: what the API server would make of an answer. */
    ObjectNode reviewOf(JsonNode object) {
        ObjectNode changed = review.deepCopy();
        ((ObjectNode) changed.get("request")).set("object", object);
        return changed;
    }

    JsonNode request() {
        return review.path("request");
    }
}

package dev.tolerant.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;

/** Reviews of pods of the namespace {@code shop}, from JSON that may be written with single quotes. */
public final class PodReview {
    public static final String NAMESPACE = "shop";

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonReadFeature.ALLOW_SINGLE_QUOTES).build();

    private PodReview() {}

    /** The review of a pod that is created. */
    public static ObjectNode create(String pod) {
        return review("CREATE", json(pod), json("null"));
    }

    /** The review of a pod with this {@code spec}. */
    public static ObjectNode createSpec(String spec) {
        return create("{'metadata': {'name': 'web'}, 'spec': " + spec + "}");
    }

    /** The review of a stored pod that is changed. */
    public static ObjectNode update(String pod, String oldPod) {
        return update(json(pod), json(oldPod));
    }

    public static ObjectNode update(JsonNode pod, JsonNode oldPod) {
        return review("UPDATE", pod, oldPod);
    }

    private static ObjectNode review(String operation, JsonNode pod, JsonNode oldPod) {
        ObjectNode review =
                JSON.createObjectNode().put("apiVersion", "admission.k8s.io/v1").put("kind", "AdmissionReview");
        ObjectNode request = review.putObject("request").put("uid", "uid-1");
        request.putObject("kind").put("group", "").put("version", "v1").put("kind", "Pod");
        request.put("namespace", NAMESPACE).put("operation", operation);
        request.set("object", pod);
        request.set("oldObject", oldPod);
        return review;
    }

    /** The namespace of these reviews, with one annotation. */
    public static Namespace namespace(String annotation, String value) {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(NAMESPACE)
                .addToAnnotations(annotation, value)
                .endMetadata()
                .build();
    }

    public static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException notJson) {
            throw new IllegalArgumentException(text, notJson);
        }
    }
}

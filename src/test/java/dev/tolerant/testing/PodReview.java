package dev.tolerant.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Reviews of a pod in the namespace {@code shop}, which tests write as YAML: as an API server with its usual plugins sends
 * them, or with the pod exactly as it is written.
 */
public final class PodReview {
    public static final String NAMESPACE = "shop";

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String NOT_READY = "node.kubernetes.io/not-ready";
    private static final String UNREACHABLE = "node.kubernetes.io/unreachable";

    private final ObjectNode pod;
    private String namespace = NAMESPACE;
    private String user = "jane";
    private List<String> groups = List.of("system:authenticated");

    private PodReview(ObjectNode pod) {
        this.pod = pod;
    }

    /** A pod with nothing in it that matters here. */
    public static PodReview aPod() {
        return pod("spec: {containers: [{name: main}]}");
    }

    /** A pod in namespace {@code shop}, sent by {@code jane}. */
    public static PodReview pod(String yaml) {
        ObjectNode pod = Yaml.object(yaml);
        ((ObjectNode) pod.withObject("/metadata")).put("name", "web");
        return new PodReview(pod);
    }

    /** A pod with these tolerations, as a list in YAML. */
    public static PodReview tolerating(String tolerations) {
        PodReview request = aPod();
        ((ObjectNode) request.pod.get("spec")).set("tolerations", Yaml.tree(tolerations));
        return request;
    }

    /** A pod with this affinity, in YAML. */
    public static PodReview withAffinity(String affinity) {
        return aPod().affinity(Yaml.tree(affinity));
    }

    public PodReview affinity(JsonNode affinity) {
        ((ObjectNode) pod.get("spec")).set("affinity", affinity);
        return this;
    }

    public PodReview labelled(String key, String value) {
        ((ObjectNode) pod.withObject("/metadata/labels")).put(key, value);
        return this;
    }

    public PodReview runningAs(String serviceAccount) {
        ((ObjectNode) pod.get("spec")).put("serviceAccountName", serviceAccount);
        return this;
    }

    public PodReview in(String otherNamespace) {
        namespace = otherNamespace;
        return this;
    }

    public PodReview by(String otherUser, String... itsGroups) {
        user = otherUser;
        groups = List.of(itsGroups);
        return this;
    }

    /** The pod as its author wrote it. */
    public JsonNode object() {
        return pod;
    }

    /** The review of its creation: managedFields tell what the author wrote, and the API server has added its own. */
    public ObjectNode creation() {
        return review("CREATE", admitted(), NODES.nullNode());
    }

    /** The review of the creation of another pod, exactly as it is, by the same user in the same namespace. */
    public ObjectNode with(JsonNode object) {
        return review("CREATE", object, NODES.nullNode());
    }

    /** The same where managedFields cannot be read. */
    public ObjectNode creationOfUnknownOrigin() {
        ObjectNode review = creation();
        ((ObjectNode) review.at("/request/object/metadata")).remove("managedFields");
        return review;
    }

    /** The review of an update that puts this pod in the place of a stored one. */
    public ObjectNode update(JsonNode stored) {
        return review("UPDATE", admitted(), stored);
    }

    private ObjectNode admitted() {
        ObjectNode object = pod.deepCopy();
        ObjectNode spec = (ObjectNode) object.get("spec");
        boolean owned = !spec.path("tolerations").isEmpty();
        ObjectNode fields = NODES.objectNode();
        fields.putObject("f:containers");
        if (owned) {
            fields.putObject("f:tolerations");
        }
        ((ArrayNode) object.withArray("/metadata/managedFields"))
                .addObject()
                .putObject("fieldsV1")
                .set("f:spec", fields);
        injectDefaults((ArrayNode) spec.withArray("/tolerations"));
        return object;
    }

    /** As DefaultTolerationSeconds does, which looks at key and effect alone. */
    private static void injectDefaults(ArrayNode tolerations) {
        boolean notReady = isSuppressed(tolerations, NOT_READY);
        boolean unreachable = isSuppressed(tolerations, UNREACHABLE);
        if (!notReady) {
            tolerations.add(injected(NOT_READY));
        }
        if (!unreachable) {
            tolerations.add(injected(UNREACHABLE));
        }
    }

    private static boolean isSuppressed(ArrayNode tolerations, String key) {
        for (JsonNode toleration : tolerations) {
            String own = toleration.path("key").asText();
            String effect = toleration.path("effect").asText();
            if ((own.isEmpty() || own.equals(key)) && (effect.isEmpty() || effect.equals("NoExecute"))) {
                return true;
            }
        }
        return false;
    }

    private static ObjectNode injected(String key) {
        return NODES.objectNode()
                .put("key", key)
                .put("operator", "Exists")
                .put("effect", "NoExecute")
                .put("tolerationSeconds", 300);
    }

    /** The review of a new pod, with the pod exactly as it is written. */
    public static ObjectNode create(String pod) {
        return new PodReview(NODES.objectNode()).review("CREATE", Yaml.tree(pod), NODES.nullNode());
    }

    /** The review of a new pod with this {@code spec}. */
    public static ObjectNode createSpec(String spec) {
        return create("{'metadata': {'name': 'web'}, 'spec': " + spec + "}");
    }

    /** The review of an update, with both pods exactly as they are written. */
    public static ObjectNode update(String pod, String oldPod) {
        return update(Yaml.tree(pod), Yaml.tree(oldPod));
    }

    public static ObjectNode update(JsonNode pod, JsonNode oldPod) {
        return new PodReview(NODES.objectNode()).review("UPDATE", pod, oldPod);
    }

    private ObjectNode review(String operation, JsonNode object, JsonNode oldObject) {
        ObjectNode review =
                NODES.objectNode().put("apiVersion", "admission.k8s.io/v1").put("kind", "AdmissionReview");
        ObjectNode request = review.putObject("request").put("uid", "uid-1");
        request.putObject("kind").put("group", "").put("version", "v1").put("kind", "Pod");
        request.put("namespace", namespace).put("operation", operation);
        ArrayNode userGroups =
                request.putObject("userInfo").put("username", user).putArray("groups");
        groups.forEach(userGroups::add);
        request.set("object", object);
        request.set("oldObject", oldObject);
        return review;
    }
}

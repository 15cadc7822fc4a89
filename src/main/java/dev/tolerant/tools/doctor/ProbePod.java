package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.model.PodFacts;

/** A pod for dry runs, which shows what plugins and webhooks add, and breaks no rule of Pod Security. */
final class ProbePod {
    /** Nobody offers it, and whatever adds tolerations for extended resources adds this one. */
    static final String RESOURCE = "tolerant.dev/doctor";

    private static final String IMAGE = "registry.k8s.io/pause:3.10";

    private ProbePod() {}

    /** @param optedOut whether it has the label by which pods opt out */
    static ObjectNode in(String namespace, boolean optedOut) {
        ObjectNode pod =
                JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode metadata = pod.putObject("metadata")
                .put("generateName", "tolerant-doctor-")
                .put("namespace", namespace);
        if (optedOut) {
            metadata.putObject("labels").put(PodFacts.INJECT_LABEL, "false");
        }
        ObjectNode spec =
                pod.putObject("spec").put("restartPolicy", "Never").put("automountServiceAccountToken", false);
        spec.putObject("securityContext")
                .put("runAsNonRoot", true)
                .put("runAsUser", 65534)
                .putObject("seccompProfile")
                .put("type", "RuntimeDefault");
        ObjectNode container =
                spec.putArray("containers").addObject().put("name", "probe").put("image", IMAGE);
        ObjectNode resources = container.putObject("resources");
        for (String field : new String[] {"requests", "limits"}) {
            resources.putObject(field).put("cpu", "10m").put("memory", "16Mi").put(RESOURCE, "1");
        }
        ObjectNode security = container
                .putObject("securityContext")
                .put("allowPrivilegeEscalation", false)
                .put("readOnlyRootFilesystem", true);
        security.putObject("capabilities").putArray("drop").add("ALL");
        return pod;
    }
}

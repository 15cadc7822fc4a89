package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.observed.facts.Fact;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.observed.facts.ReleaseSettings;
import dev.tolerant.observed.registration.Webhook;
import java.util.List;
import java.util.Map;

/**
 * What runs the program in the cluster.
 *
 * @param deployment of the namespace
 * @param pods of the deployment
 */
record Release(String namespace, JsonNode deployment, List<JsonNode> pods) {
    private static final String COMPONENT = "app.kubernetes.io/component";

    static Release of(Installation installation) throws UnansweredException {
        JsonNode service = service(installation);
        String namespace = service.path("namespace").asText();
        String name = service.path("name").asText();
        List<JsonNode> deployments = known(installation, FactKind.DEPLOYMENT, namespace).stream()
                .filter(deployment -> isProgram(deployment, name))
                .toList();
        if (deployments.isEmpty()) {
            throw new UnansweredException("namespace " + namespace + " has no Deployment of the program");
        }
        JsonNode deployment = deployments.get(0);
        return new Release(namespace, deployment, pods(installation, namespace, deployment));
    }

    /** The Service that the registration calls. */
    private static JsonNode service(Installation installation) throws UnansweredException {
        List<Webhook> ours = installation.hooks().ours();
        if (ours.isEmpty()) {
            throw new UnansweredException("no registration leads to the program");
        }
        return ours.stream()
                .map(hook -> hook.client().path("service"))
                .filter(JsonNode::isObject)
                .findFirst()
                .orElseThrow(
                        () -> new UnansweredException("the registration names a URL, and the program runs elsewhere"));
    }

    private static boolean isProgram(JsonNode deployment, String service) {
        JsonNode labels = deployment.at("/metadata/labels");
        return deployment.at("/metadata/name").asText().equals(service)
                || (labels.path(ReleaseSettings.LABEL).asText().equals(ReleaseSettings.PROGRAM)
                        && labels.path(COMPONENT).asText().equals("webhook"));
    }

    private static List<JsonNode> pods(Installation installation, String namespace, JsonNode deployment)
            throws UnansweredException {
        JsonNode selector = deployment.at("/spec/selector/matchLabels");
        return known(installation, FactKind.POD, namespace).stream()
                .filter(pod -> has(pod.at("/metadata/labels"), selector))
                .toList();
    }

    private static List<JsonNode> known(Installation installation, FactKind kind, String namespace)
            throws UnansweredException {
        return installation.all(kind).stream()
                .filter(fact -> fact.namespace().equals(namespace))
                .map(Fact::manifest)
                .<JsonNode>map(manifest -> manifest.object())
                .toList();
    }

    private static boolean has(JsonNode labels, JsonNode selector) {
        return selector.properties().stream()
                .map(Map.Entry::getKey)
                .allMatch(key -> selector.path(key).equals(labels.path(key)));
    }

    String name() {
        return deployment.at("/metadata/name").asText();
    }

    String title() {
        return "Deployment " + namespace + "/" + name();
    }

    int wanted() {
        return deployment.at("/spec/replicas").asInt(1);
    }

    /** Pods that the API server reaches. */
    List<JsonNode> readyPods() {
        return pods.stream().filter(Release::isReady).toList();
    }

    private static boolean isReady(JsonNode pod) {
        for (JsonNode condition : pod.at("/status/conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return condition.path("status").asText().equals("True")
                        && !pod.path("metadata").has("deletionTimestamp");
            }
        }
        return false;
    }
}

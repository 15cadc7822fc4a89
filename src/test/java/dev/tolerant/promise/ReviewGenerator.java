package dev.tolerant.promise;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.server.webhook.Webhook;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Generates reviews of pods as a cluster's API server would send them. */
final class ReviewGenerator {
    private final Random random;
    private final Cluster cluster;
    private final PodGenerator pods;
    private final TolerationGenerator tolerations;

    ReviewGenerator(Random random, Cluster cluster) {
        this.random = random;
        this.cluster = cluster;
        this.pods = new PodGenerator(random);
        this.tolerations = new TolerationGenerator(random);
    }

    ObjectNode review(int number) {
        String namespace = "namespace-" + random.nextInt(cluster.namespaces().size());
        ObjectNode created = review(number, namespace, createdPod(number));
        return random.nextInt(5) < 3 ? created : update(number, created);
    }

    private ObjectNode review(int number, String namespace, ObjectNode pod) {
        ObjectNode review =
                Webhook.JSON.createObjectNode().put("kind", "AdmissionReview").put("apiVersion", "admission.k8s.io/v1");
        ObjectNode request = review.putObject("request").put("uid", "uid-" + number);
        request.putObject("kind").put("group", "").put("version", "v1").put("kind", "Pod");
        request.put("namespace", namespace).put("operation", "CREATE");
        fillUser(request.putObject("userInfo"), new PodView(pod).isDaemonSetPod());
        request.set("object", pod);
        request.putNull("oldObject");
        return review;
    }

    /** Most pods of DaemonSets come from who is believed about them; anybody else can claim to be one. */
    private void fillUser(ObjectNode user, boolean ofDaemonSet) {
        int choice = random.nextInt(ofDaemonSet ? 12 : 4);
        switch (choice) {
            case 0 -> user.put("username", "system:node:n1").putArray("groups").add("system:nodes");
            case 1, 2, 3 -> user.put("username", "jane").putArray("groups").add("system:authenticated");
            case 4 -> user.put("username", "root").putArray("groups").add("system:masters");
            case 5 -> user.put("username", "system:kube-controller-manager").putArray("groups");
            default -> user.put("username", PodView.DAEMON_SET_CONTROLLER).putArray("groups");
        }
    }

    private ObjectNode createdPod(int number) {
        ObjectNode pod = pods.pod(number);
        ArrayNode written = random.nextInt(3) == 0 ? Webhook.JSON.createArrayNode() : tolerations.list();
        if (new PodView(pod).isDaemonSetPod() && random.nextInt(4) > 0) {
            written.add(ModelledApiServer.exists(ModelledApiServer.NOT_READY, "NoExecute"));
            written.add(ModelledApiServer.exists(ModelledApiServer.UNREACHABLE, "NoExecute"));
        }
        putReceived(pod, written);
        return pod;
    }

    /** Puts the tolerations that the client sent, then what admission plugins made of them. */
    private void putReceived(ObjectNode pod, ArrayNode written) {
        boolean wrote = !written.isEmpty();
        ArrayNode received = random.nextInt(6) > 0 ? cluster.apiServer().defaulted(written) : written.deepCopy();
        if (random.nextInt(4) == 0) {
            ModelledApiServer.withLaterPlugins(received, new PodView(pod));
        }
        if (random.nextInt(12) == 0) {
            received.add(tolerations.valid(cluster.config().comparisonOperators()));
        }
        ObjectNode spec = (ObjectNode) pod.get("spec");
        if (!received.isEmpty()) {
            spec.set("tolerations", received);
        } else if (random.nextInt(3) == 0) {
            spec.putNull("tolerations");
        } else if (random.nextBoolean()) {
            spec.putArray("tolerations");
        } else {
            spec.remove("tolerations");
        }
        putManagedFields((ObjectNode) pod.get("metadata"), wrote);
    }

    private void putManagedFields(ObjectNode metadata, boolean wroteTolerations) {
        metadata.remove("managedFields");
        switch (random.nextInt(8)) {
            case 0 -> {}
            case 1 -> metadata.putArray("managedFields").addObject();
            default -> {
                ArrayNode managers = metadata.putArray("managedFields");
                managers.addObject()
                        .put("manager", "labeller")
                        .putObject("fieldsV1")
                        .putObject("f:metadata")
                        .putObject("f:labels");
                ObjectNode spec = managers.addObject()
                        .put("manager", "kubectl")
                        .putObject("fieldsV1")
                        .putObject("f:spec");
                spec.putObject("f:containers");
                if (wroteTolerations) {
                    spec.putObject("f:tolerations");
                }
            }
        }
    }

    /** An update of a pod that was created here, or of one that had been stored before. */
    private ObjectNode update(int number, ObjectNode created) {
        ObjectNode old = stored(created);
        ObjectNode object = old.deepCopy();
        ArrayNode list = Webhook.JSON.createArrayNode();
        new PodView(old).tolerations().forEach(list::add);
        ObjectNode spec = (ObjectNode) object.get("spec");
        switch (random.nextInt(6)) {
            case 0 -> ((ObjectNode) object.get("metadata")).putObject("labels").put("tolerant.dev/inject", "false");
            case 1 -> putReceived(object, Webhook.JSON.createArrayNode());
            case 2 -> putReceived(object, shuffledPart(list));
            case 3 -> putReceived(object, tolerations.list());
            case 4 -> putReceived(object, withOtherSeconds(list));
            default -> putReceived(object, shuffledPart(list).add(tolerations.any()));
        }
        if (random.nextBoolean()) {
            spec.remove("nodeSelector");
        }
        String namespace = ApiRules.text(created.get("request"), "namespace");
        ObjectNode review = review(number, namespace, object);
        ObjectNode request = (ObjectNode) review.get("request");
        request.put("operation", "UPDATE").set("oldObject", old);
        return review;
    }

    private ObjectNode stored(ObjectNode created) {
        ObjectNode pod = (ObjectNode) created.get("request").get("object");
        ArrayNode list = cluster.apiServer().defaulted(tolerations.storedList());
        List<JsonNode> entries = entries(list);
        if (random.nextInt(4) == 0) {
            Collections.shuffle(entries, random);
        }
        ((ObjectNode) pod.get("spec")).putArray("tolerations").addAll(entries);
        JsonNode result = cluster.webhook().ask(created).object();
        return random.nextInt(4) == 0 ? pod : (ObjectNode) result;
    }

    private ArrayNode shuffledPart(ArrayNode list) {
        List<JsonNode> entries = entries(list);
        if (random.nextBoolean()) {
            Collections.shuffle(entries, random);
        }
        entries.removeIf(entry -> random.nextInt(3) == 0);
        return Webhook.JSON.createArrayNode().addAll(entries);
    }

    private ArrayNode withOtherSeconds(ArrayNode list) {
        ArrayNode changed = Webhook.JSON.createArrayNode();
        list.forEach(entry -> changed.add(random.nextBoolean() ? entry : tolerations.withOtherSeconds(entry)));
        return changed;
    }

    private static List<JsonNode> entries(ArrayNode list) {
        List<JsonNode> entries = new ArrayList<>();
        list.forEach(entries::add);
        return entries;
    }
}

package dev.tolerant.promise;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.server.webhook.Webhook;
import java.util.List;
import java.util.Random;

/** Generates reviews of pods that try to get onto reserved pools, and what other webhooks do to such pods. */
final class IntruderGenerator {
    private static final String ACCOUNT = "system:serviceaccount:kube-system:";
    private static final List<String> TENANTS = List.of("jane", "jane", "kruise", "system:serviceaccount:ml:builder");
    private static final List<String> CONTROLLERS = List.of(
            ACCOUNT + "daemon-set-controller",
            ACCOUNT + "replicaset-controller",
            ACCOUNT + "job-controller",
            "system:kube-controller-manager");
    private static final List<String> OWNERS = List.of(
            "apps/v1 DaemonSet",
            "apps/v1 DaemonSet",
            "evil.example/v1 DaemonSet",
            "v1 DaemonSet",
            "apps.kruise.io/v1alpha1 DaemonSet",
            "apps/v1 ReplicaSet",
            "batch/v1 Job",
            "apps.kruise.io/v1alpha1 CloneSet");
    private static final List<String> CONTROLLERS_OWN = List.of(
            "not-ready NoExecute",
            "unreachable NoExecute",
            "disk-pressure NoSchedule",
            "memory-pressure NoSchedule",
            "pid-pressure NoSchedule",
            "unschedulable NoSchedule");

    private final Random random;
    private final GuardedCluster cluster;
    private final PoolGenerator pools;

    IntruderGenerator(Random random, GuardedCluster cluster) {
        this.random = random;
        this.cluster = cluster;
        this.pools = new PoolGenerator(random);
    }

    ObjectNode review(int number) {
        ObjectNode review =
                Webhook.JSON.createObjectNode().put("kind", "AdmissionReview").put("apiVersion", "admission.k8s.io/v1");
        ObjectNode request = review.putObject("request").put("uid", "uid-" + number);
        request.putObject("kind").put("group", "").put("version", "v1").put("kind", "Pod");
        request.put("namespace", pools.pick(List.copyOf(cluster.namespaces().keySet())))
                .put("operation", "CREATE");
        fillUser(request.putObject("userInfo"));
        ObjectNode pod = pod();
        request.set("object", pod);
        request.putNull("oldObject");
        if (random.nextInt(4) == 0) {
            ObjectNode stored = random.nextBoolean()
                    ? (ObjectNode) cluster.webhook().ask(review).object().deepCopy()
                    : pod.deepCopy();
            request.put("operation", "UPDATE").set("oldObject", stored);
            ObjectNode object = changed(stored);
            if (random.nextInt(3) == 0) {
                claimOwner((ObjectNode) request.get("userInfo"), object);
            }
            request.set("object", object);
        }
        return review;
    }

    /** A controller changes the pod, or somebody with its name. */
    private void claimOwner(ObjectNode user, ObjectNode pod) {
        user.put("username", pools.pick(CONTROLLERS));
        ArrayNode tolerations = Webhook.JSON.createArrayNode();
        new PodView(pod).tolerations().forEach(tolerations::add);
        putOwner((ObjectNode) pod.get("metadata"), tolerations);
        ((ObjectNode) pod.get("spec")).set("tolerations", tolerations);
    }

    private void fillUser(ObjectNode user) {
        ArrayNode groups = user.putArray("groups").add("system:authenticated");
        switch (random.nextInt(8)) {
            case 0, 1 -> user.put("username", pools.pick(CONTROLLERS));
            case 2 -> {
                user.put("username", "root");
                groups.add("system:masters");
            }
            case 3 -> {
                user.put("username", "system:node:n1");
                if (random.nextBoolean()) {
                    groups.add("system:nodes");
                }
            }
            default -> user.put("username", pools.pick(TENANTS));
        }
    }

    private ObjectNode pod() {
        ObjectNode pod = Webhook.JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode metadata = pod.putObject("metadata").put("name", "web");
        if (random.nextBoolean()) {
            metadata.putObject("labels").put("app", random.nextBoolean() ? "ml" : "web");
        }
        if (random.nextInt(8) == 0) {
            metadata.withObject("/labels").put(GuardedCluster.OPT_OUT, "false");
        }
        if (random.nextInt(20) == 0) {
            metadata.putObject("annotations").put("kubernetes.io/config.mirror", "0123");
        }
        ObjectNode spec = pod.putObject("spec");
        ObjectNode resources =
                spec.putArray("containers").addObject().put("name", "main").putObject("resources");
        for (String side : List.of("requests", "limits")) {
            ObjectNode amounts = resources.putObject(side);
            for (String name : List.of("cpu", "memory", "nvidia.com/gpu", "example.com/pool")) {
                if (random.nextInt(3) == 0) {
                    amounts.put(name, random.nextBoolean() ? "1" : "0");
                }
            }
        }
        if (random.nextInt(5) == 0) {
            spec.put("hostNetwork", true);
        }
        if (random.nextInt(3) == 0) {
            spec.put("serviceAccountName", "trainer");
        }
        if (random.nextInt(6) == 0) {
            putNodeName(spec);
        }
        if (random.nextInt(5) == 0) {
            spec.putObject("nodeSelector").put("pool", random.nextInt(3) > 0 ? "ml" : "web");
        }
        if (random.nextInt(3) == 0) {
            addTerm(spec);
        }
        ArrayNode written = Webhook.JSON.createArrayNode();
        if (random.nextInt(2) == 0) {
            putOwner(metadata, written);
        }
        for (int left = random.nextInt(3); left > 0; left--) {
            written.add(toleration());
        }
        if (random.nextInt(5) == 0) {
            askForPool(spec, written);
        }
        putReceived(pod, written);
        return pod;
    }

    /** Asks for a resource of the name of a pool's taint, with what the API server adds for that. */
    private void askForPool(ObjectNode spec, ArrayNode written) {
        String key = random.nextBoolean() ? "example.com/pool" : "nvidia.com/gpu";
        ((ObjectNode) spec.at("/containers/0/resources/limits")).put(key, random.nextBoolean() ? "1" : "0");
        written.add(ModelledApiServer.exists(key, "NoSchedule"));
        spec.putObject("nodeSelector").put("pool", "ml");
    }

    private void putNodeName(ObjectNode spec) {
        spec.put("nodeName", random.nextInt(4) == 0 ? "unknown" : "node-" + random.nextInt(4));
    }

    private void putOwner(ObjectNode metadata, ArrayNode written) {
        String[] owner = pools.pick(OWNERS).split(" ", 2);
        metadata.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", owner[0])
                .put("kind", owner[1])
                .put("name", "owner")
                .put("controller", random.nextInt(8) > 0);
        if (owner[1].equals("DaemonSet") && random.nextInt(3) > 0) {
            for (String own : CONTROLLERS_OWN) {
                String[] taint = own.split(" ", 2);
                written.add(ModelledApiServer.exists("node.kubernetes.io/" + taint[0], taint[1]));
            }
        }
    }

    /** A toleration of anybody's, one that a policy gives, or what the API server's plugins write. */
    private ObjectNode toleration() {
        return switch (random.nextInt(6)) {
            case 0, 1 -> ofPolicy();
            case 2 -> ModelledApiServer.exists(pools.key(), "NoSchedule");
            case 3 ->
                random.nextBoolean()
                        ? Webhook.JSON.createObjectNode().put("operator", "Exists")
                        : ModelledApiServer.exists(ModelledApiServer.NOT_READY, "NoExecute")
                                .put("tolerationSeconds", random.nextBoolean() ? 77 : 5);
            default -> pools.toleration(true);
        };
    }

    private ObjectNode ofPolicy() {
        JsonNode given = pools.pick(cluster.policies()).path("spec").path("tolerations");
        return given.isEmpty()
                ? pools.toleration(false)
                : given.get(random.nextInt(given.size())).deepCopy();
    }

    private void addTerm(ObjectNode spec) {
        ArrayNode terms =
                (ArrayNode) spec.withObject("/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution")
                        .withArray("/nodeSelectorTerms");
        ObjectNode term = terms.addObject();
        switch (random.nextInt(5)) {
            case 0 -> {}
            case 1 -> pools.fillRequirement(term.putArray("matchFields").addObject());
            default -> pools.fillRequirement(term.putArray("matchExpressions").addObject());
        }
    }

    private void putReceived(ObjectNode pod, ArrayNode written) {
        ArrayNode received = random.nextInt(6) > 0 ? cluster.apiServer().defaulted(written) : written.deepCopy();
        if (random.nextInt(3) == 0) {
            ModelledApiServer.withLaterPlugins(received, new PodView(pod));
        }
        ((ObjectNode) pod.get("spec")).set("tolerations", received);
        ObjectNode metadata = (ObjectNode) pod.get("metadata");
        metadata.remove("managedFields");
        int managers = random.nextInt(6);
        if (managers > 0) {
            ObjectNode fields = metadata.putArray("managedFields")
                    .addObject()
                    .putObject("fieldsV1")
                    .putObject("f:spec");
            fields.putObject("f:containers");
            // Clients own what they write, but they send the managedFields of an update themselves.
            if (!written.isEmpty() && managers > 1) {
                fields.putObject("f:tolerations");
            }
        }
    }

    /** The pod after its author or another webhook has changed it. */
    ObjectNode changed(JsonNode object) {
        ObjectNode pod = object.deepCopy();
        for (int left = 1 + random.nextInt(2); left > 0; left--) {
            change(pod, (ObjectNode) pod.get("spec"), (ObjectNode) pod.get("metadata"));
        }
        return pod;
    }

    private void change(ObjectNode pod, ObjectNode spec, ObjectNode metadata) {
        ArrayNode tolerations = Webhook.JSON.createArrayNode();
        new PodView(pod).tolerations().forEach(tolerations::add);
        switch (random.nextInt(10)) {
            case 0 -> spec.remove(List.of("affinity", "nodeSelector"));
            case 1 -> metadata.withObject("/labels").put(GuardedCluster.OPT_OUT, "false");
            case 2 -> metadata.remove("labels");
            case 3 -> metadata.putObject("labels").put("app", random.nextBoolean() ? "ml" : "web");
            case 4 -> putNodeName(spec);
            case 5 -> addTerm(spec);
            case 6 -> putOwner(metadata, tolerations);
            case 7 -> {
                if (!tolerations.isEmpty()) {
                    ObjectNode one = ((ObjectNode) tolerations.get(random.nextInt(tolerations.size())))
                            .put("effect", "NoExecute");
                    one.put("tolerationSeconds", random.nextBoolean() ? 0 : 7_777);
                }
            }
            case 8 -> putReceived(pod, tolerations.add(toleration()));
            default -> tolerations.add(toleration());
        }
        spec.set("tolerations", tolerations);
    }
}

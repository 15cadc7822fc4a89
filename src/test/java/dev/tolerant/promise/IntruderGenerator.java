package dev.tolerant.promise;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.RandomWorld;
import java.util.List;
import java.util.Random;

/** Generates reviews of pods that try to get onto reserved pools, and what other webhooks do to such pods. */
final class IntruderGenerator {
    private final RandomWorld world;
    private final GuardedCluster cluster;

    IntruderGenerator(Random random, GuardedCluster cluster) {
        this.world = new RandomWorld(random);
        this.cluster = cluster;
    }

    ObjectNode review() {
        String namespace = world.pick(List.copyOf(cluster.namespaces().keySet()));
        ObjectNode review = world.review(namespace, world.make("intruding-user"), pod());
        ObjectNode request = (ObjectNode) review.get("request");
        if (world.oneIn(4)) {
            JsonNode pod = world.oneIn(2) ? cluster.webhook().ask(review).object() : request.get("object");
            ObjectNode stored = pod.deepCopy();
            ObjectNode object = changed(stored);
            if (world.oneIn(3)) {
                claimOwner((ObjectNode) request.get("userInfo"), object);
            }
            request.put("operation", "UPDATE").set("oldObject", stored);
            request.set("object", object);
        }
        return review;
    }

    /** A controller changes the pod, or somebody with its name. */
    private void claimOwner(ObjectNode user, ObjectNode pod) {
        user.put("username", world.text("controller"));
        putOwner(pod);
    }

    private void putOwner(ObjectNode pod) {
        ((ObjectNode) pod.get("metadata")).remove("ownerReferences");
        RandomWorld.merge(world.make("owned"), pod);
    }

    private ObjectNode pod() {
        ObjectNode pod = world.object("intruder");
        ArrayNode written = tolerations(pod);
        for (int left = world.random().nextInt(3); left > 0; left--) {
            written.add(toleration());
        }
        if (world.oneIn(5)) {
            askForPool((ObjectNode) pod.get("spec"), written);
        }
        putReceived(pod, written);
        return pod;
    }

    private static ArrayNode tolerations(ObjectNode pod) {
        return ((ObjectNode) pod.get("spec")).withArray("tolerations");
    }

    /** Asks for a resource of the name of a pool's taint, with what the API server adds for that. */
    private void askForPool(ObjectNode spec, ArrayNode written) {
        String key = world.pick(List.of("example.com/pool", "nvidia.com/gpu"));
        ((ObjectNode) spec.at("/containers/0/resources/limits")).set(key, world.make("amount"));
        written.add(ModelledApiServer.exists(key, "NoSchedule"));
        spec.putObject("nodeSelector").put("pool", "ml");
    }

    /** A toleration of anybody's, or one that a policy gives. */
    private JsonNode toleration() {
        JsonNode given = world.pick(cluster.policies()).path("spec").path("tolerations");
        if (!world.oneIn(3)) {
            return world.make("intruding-toleration");
        }
        return given.isEmpty()
                ? world.make("pool-toleration")
                : given.get(world.random().nextInt(given.size())).deepCopy();
    }

    private void putReceived(ObjectNode pod, ArrayNode written) {
        ArrayNode received =
                world.oneIn(6) ? written.deepCopy() : cluster.apiServer().defaulted(written);
        if (world.oneIn(3)) {
            ModelledApiServer.withLaterPlugins(received, new PodView(pod));
        }
        boolean owns = !written.isEmpty() && !world.oneIn(5);
        ((ObjectNode) pod.get("spec")).set("tolerations", received);
        RandomWorld.put(world.make(owns ? "owning-managers" : "intruding-managers"), "managedFields", (ObjectNode)
                pod.get("metadata"));
    }

    /** The pod after its author or another webhook has changed it. */
    ObjectNode changed(JsonNode object) {
        ObjectNode pod = object.deepCopy();
        for (int left = 1 + world.random().nextInt(2); left > 0; left--) {
            change(pod, (ObjectNode) pod.get("spec"), (ObjectNode) pod.get("metadata"));
        }
        return pod;
    }

    private void change(ObjectNode pod, ObjectNode spec, ObjectNode metadata) {
        ArrayNode tolerations = tolerations(pod);
        switch (world.random().nextInt(10)) {
            case 0 -> spec.remove(List.of("affinity", "nodeSelector"));
            case 1 -> metadata.withObject("/labels").put(GuardedCluster.OPT_OUT, "false");
            case 2 -> metadata.remove("labels");
            case 3 -> metadata.set("labels", world.make("app"));
            case 4 -> RandomWorld.merge(world.make("chosen-node"), spec);
            case 5 -> RandomWorld.merge(world.make("chosen-term"), spec);
            case 6 -> putOwner(pod);
            case 7 -> {
                if (!tolerations.isEmpty()) {
                    RandomWorld.merge(world.make("other-eviction"), (ObjectNode)
                            tolerations.get(world.random().nextInt(tolerations.size())));
                }
            }
            case 8 -> putReceived(pod, tolerations.add(toleration()));
            default -> tolerations.add(toleration());
        }
    }
}

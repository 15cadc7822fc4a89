package dev.tolerant.promise;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.ApiRules;
import dev.tolerant.testing.RandomWorld;
import dev.tolerant.testing.WholeProgram;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Generates reviews of pods as a cluster's API server would send them. */
final class ReviewGenerator {
    private final Cluster cluster;
    private final RandomWorld world;

    ReviewGenerator(Random random, Cluster cluster) {
        this.cluster = cluster;
        this.world = new RandomWorld(random);
    }

    ObjectNode review() {
        ObjectNode created =
                review(world.pick(cluster.namespaces()).getMetadata().getName(), createdPod());
        return world.random().nextInt(5) < 2 ? update(created) : created;
    }

    private ObjectNode review(String namespace, ObjectNode pod) {
        boolean ofDaemonSet = new PodView(pod).isDaemonSetPod();
        return world.review(namespace, world.make(ofDaemonSet ? "user-of-daemon-set" : "user"), pod);
    }

    private ObjectNode createdPod() {
        ObjectNode pod = world.object("odd-pod");
        ArrayNode written = world.oneIn(3) ? WholeProgram.JSON.createArrayNode() : world.list("odd-tolerations");
        if (new PodView(pod).isDaemonSetPod() && !world.oneIn(4)) {
            written.add(ModelledApiServer.exists(ModelledApiServer.NOT_READY, "NoExecute"));
            written.add(ModelledApiServer.exists(ModelledApiServer.UNREACHABLE, "NoExecute"));
        }
        putReceived(pod, written);
        return pod;
    }

    /** Puts the tolerations that the client sent, then what admission plugins made of them. */
    private void putReceived(ObjectNode pod, ArrayNode written) {
        boolean wrote = !written.isEmpty();
        ArrayNode received =
                world.oneIn(6) ? written.deepCopy() : cluster.apiServer().defaulted(written);
        if (world.oneIn(4)) {
            ModelledApiServer.withLaterPlugins(received, new PodView(pod));
        }
        if (world.oneIn(12)) {
            received.add(world.valid("odd-toleration", cluster.config().comparisonOperators()));
        }
        ObjectNode spec = (ObjectNode) pod.get("spec");
        RandomWorld.put(received.isEmpty() ? world.make("no-tolerations") : received, "tolerations", spec);
        JsonNode managers = world.make("odd-managers");
        if (wrote && managers.findValue("f:spec") instanceof ObjectNode fields) {
            fields.putObject("f:tolerations");
        }
        RandomWorld.put(managers, "managedFields", (ObjectNode) pod.get("metadata"));
    }

    /** An update of a pod that was created here, or of one that had been stored before. */
    private ObjectNode update(ObjectNode created) {
        ObjectNode old = stored(created);
        ObjectNode object = old.deepCopy();
        ArrayNode list = WholeProgram.JSON.createArrayNode();
        new PodView(old).tolerations().forEach(list::add);
        switch (world.random().nextInt(6)) {
            case 0 -> ((ObjectNode) object.get("metadata")).putObject("labels").put("tolerant.dev/inject", "false");
            case 1 -> putReceived(object, WholeProgram.JSON.createArrayNode());
            case 2 -> putReceived(object, shuffledPart(list));
            case 3 -> putReceived(object, world.list("odd-tolerations"));
            case 4 -> putReceived(object, withOtherSeconds(list));
            default -> putReceived(object, shuffledPart(list).add(world.make("odd-toleration")));
        }
        if (world.oneIn(2)) {
            ((ObjectNode) object.get("spec")).remove("nodeSelector");
        }
        ObjectNode review = review(ApiRules.text(created.get("request"), "namespace"), object);
        ((ObjectNode) review.get("request")).put("operation", "UPDATE").set("oldObject", old);
        return review;
    }

    private ObjectNode stored(ObjectNode created) {
        ObjectNode pod = (ObjectNode) created.get("request").get("object");
        List<JsonNode> entries = entries(cluster.apiServer().defaulted(world.make("stored-tolerations")));
        if (world.oneIn(4)) {
            Collections.shuffle(entries, world.random());
        }
        ((ObjectNode) pod.get("spec")).putArray("tolerations").addAll(entries);
        JsonNode result = cluster.webhook().ask(created).object();
        return world.oneIn(4) ? pod : (ObjectNode) result;
    }

    private ArrayNode shuffledPart(ArrayNode list) {
        List<JsonNode> entries = entries(list);
        if (world.oneIn(2)) {
            Collections.shuffle(entries, world.random());
        }
        entries.removeIf(entry -> world.oneIn(3));
        return WholeProgram.JSON.createArrayNode().addAll(entries);
    }

    /** The same entries, some with other seconds, which a user may set on a stored pod. */
    private ArrayNode withOtherSeconds(ArrayNode list) {
        ArrayNode changed = list.deepCopy();
        for (JsonNode entry : changed) {
            if (world.oneIn(6)) {
                ((ObjectNode) entry).remove("tolerationSeconds");
            } else if (!world.oneIn(2) && ApiRules.text(entry, "effect").equals("NoExecute")) {
                ((ObjectNode) entry).set("tolerationSeconds", world.make("odd-seconds"));
            }
        }
        return changed;
    }

    private static List<JsonNode> entries(ArrayNode list) {
        List<JsonNode> entries = new ArrayList<>();
        list.forEach(entries::add);
        return entries;
    }
}

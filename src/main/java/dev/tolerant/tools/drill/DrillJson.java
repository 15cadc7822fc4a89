package dev.tolerant.tools.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.TaintRules.Eviction;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/** Writes a drill for programs. */
public final class DrillJson {
    private final Drill drill;

    private DrillJson(Drill drill) {
        this.drill = drill;
    }

    /** Adds the drill to a document that says its version. */
    public static void addTo(ObjectNode document, Drill drill) {
        new DrillJson(drill).addTo(document);
    }

    private void addTo(ObjectNode document) {
        ObjectNode scenario = document.putObject("scenario")
                .put("cause", drill.scenario().fails() ? "unreachable" : "taint")
                .put("afterSeconds", drill.scenario().grace().after().getSeconds());
        ArrayNode taints = scenario.putArray("taints");
        drill.scenario().taints().forEach(taint -> taints.add(taint(taints.objectNode(), taint)));
        document.putObject("summary")
                .put(
                        "podsLeaving",
                        drill.pods().stream().filter(DrilledPod::leaves).count())
                .put(
                        "podsStaying",
                        drill.pods().stream().filter(pod -> !pod.leaves()).count())
                .put("workloadsLosingAll", drill.losingAll().size())
                .put(
                        "workloadsLost",
                        drill.workloads().stream()
                                .filter(DrilledWorkload::isLost)
                                .count())
                .put("workloadsWithNowhereToGo", drill.withoutDestination().size());
        ArrayNode nodes = document.putArray("nodes");
        drill.nodes().forEach(node -> nodes.add(node(nodes.objectNode(), node)));
        ArrayNode pods = document.putArray("pods");
        drill.pods().forEach(pod -> pods.add(pod(pods.objectNode(), pod)));
        ArrayNode workloads = document.putArray("workloads");
        drill.workloads().forEach(workload -> workloads.add(workload(workloads.objectNode(), workload)));
        ArrayNode notes = document.putArray("notes");
        drill.notes().forEach(notes::add);
    }

    private ObjectNode node(ObjectNode json, DrilledNode node) {
        json.put("name", node.name());
        Instant silent = node.silentSince();
        put(json, "silentAfterSeconds", silent == null ? OptionalLong.empty() : OptionalLong.of(seconds(silent)));
        ArrayNode taints = json.putArray("taints");
        for (Taint taint : node.history().taints()) {
            Instant since = node.history().since(taint);
            ObjectNode written = taint(taints.addObject(), taint);
            if (since != null && taint.effect() == Effect.NO_EXECUTE) {
                written.put("afterSeconds", seconds(since));
            }
        }
        return json;
    }

    private static ObjectNode taint(ObjectNode json, Taint taint) {
        json.put("key", taint.key());
        if (!taint.value().isEmpty()) {
            json.put("value", taint.value());
        }
        return json.put("effect", taint.effect().text());
    }

    private static ObjectNode pod(ObjectNode json, DrilledPod pod) {
        json.put("namespace", pod.pod().fact().namespace())
                .put("name", pod.pod().fact().name())
                .put("node", pod.node())
                .put("workload", pod.pod().owner().title())
                .put("outcome", pod.state().code());
        put(json, "leavesAfterSeconds", pod.leavesAfter());
        put(json, "downAfterSeconds", pod.downAfter());
        Eviction eviction = pod.eviction();
        if (eviction != null) {
            taint(json.putObject("taint"), eviction.taint());
            int index = eviction.toleration();
            if (index >= 0) {
                JsonNode tolerations = pod.pod().fact().manifest().object().at("/spec/tolerations");
                json.put("tolerationIndex", index).set("toleration", tolerations.path(index));
            }
        }
        return json.put("because", pod.why());
    }

    private static ObjectNode workload(ObjectNode json, DrilledWorkload workload) {
        json.put("namespace", workload.owner().namespace())
                .put("kind", workload.owner().kind())
                .put("name", workload.owner().name())
                .put("replicas", workload.replicas())
                .put("onNodes", workload.pods().size())
                .put("leaving", workload.leaving())
                .put("elsewhere", workload.elsewhere())
                .put("onFailedNodes", workload.onFailedNodes())
                .put("losesAll", workload.losesAll())
                .put("lost", workload.isLost());
        put(json, "downAfterSeconds", workload.downAfter());
        ObjectNode replacement = json.putObject("replacement")
                .put("outcome", workload.replacement().code());
        switch (workload.replacement()) {
            case MADE, NOWHERE, REFUSED, UNKNOWN -> put(replacement, "afterSeconds", workload.replacedAfter());
            case AFTER_DELETION, NOT_MADE, OF_THE_NODE, NONE_LEAVES -> {}
        }
        Destination destination = workload.destination();
        if (destination.isAsked()) {
            ArrayNode nodes = replacement.putArray("nodes");
            destination.nodes().forEach(nodes::add);
            ObjectNode obstacles = replacement.putObject("obstacles");
            destination.obstacles().forEach(obstacles::put);
        }
        if (!destination.problem().isEmpty()) {
            replacement.put("message", destination.problem());
        }
        return json;
    }

    private static void put(ObjectNode json, String field, OptionalLong seconds) {
        if (seconds.isEmpty()) {
            json.putNull(field);
        } else {
            json.put(field, seconds.getAsLong());
        }
    }

    private long seconds(Instant at) {
        return Math.max(0, Duration.between(drill.now(), at).getSeconds());
    }
}

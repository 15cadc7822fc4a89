package dev.tolerant.tools.coverage;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.observed.owners.PodOwner;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Writes coverage for programs. */
public final class CoverageJson {
    /** Labels that the pods of one workload do not all have. */
    private static final Set<String> OF_CONTROLLERS = Set.of(
            "pod-template-hash",
            "controller-revision-hash",
            "statefulset.kubernetes.io/pod-name",
            "apps.kubernetes.io/pod-index",
            "controller-uid",
            "batch.kubernetes.io/controller-uid",
            "batch.kubernetes.io/job-completion-index");

    private CoverageJson() {}

    /** Adds the coverage to a document that says its version. */
    public static void addTo(ObjectNode document, Coverage coverage) {
        ArrayNode pending = document.putArray("pendingPods");
        coverage.pending().forEach(each -> pending(pending.addObject(), each));
        ArrayNode pools = document.putArray("openPools");
        for (Coverage.OpenPool pool : coverage.pools()) {
            ObjectNode json = pools.addObject();
            taints(json.putArray("taints"), pool.taints());
            pool.nodes().forEach(json.putArray("nodes")::add);
            pool.policies().forEach(json.putArray("policies")::add);
            owners(json.putArray("outsiders"), pool.outsiders());
            owners(json.putArray("strays"), pool.strays());
        }
        ArrayNode taints = document.putArray("untoleratedTaints");
        for (Coverage.UntoleratedTaint each : coverage.taints()) {
            ObjectNode json = taints.addObject();
            taint(json.putObject("taint"), each.taint());
            each.nodes().forEach(json.putArray("nodes")::add);
            json.put("podsThatTolerateEverything", each.wildcards());
        }
        ArrayNode idle = document.putArray("idleTolerations");
        for (Coverage.IdleToleration each : coverage.tolerations()) {
            ObjectNode json = idle.addObject();
            toleration(json.putObject("toleration"), each.toleration());
            json.put("pods", each.pods());
            json.put("customary", each.isCustomary());
            owners(json.putArray("workloads"), each.owners());
            each.policies().forEach(json.putArray("policies")::add);
        }
        ArrayNode notes = document.putArray("notes");
        coverage.notes().forEach(notes::add);
    }

    private static void pending(ObjectNode json, Coverage.PendingPod pending) {
        json.put("namespace", pending.pod().fact().namespace())
                .put("name", pending.pod().fact().name())
                .put("workload", pending.pod().owner().title());
        taints(json.putArray("taints"), pending.taints());
        pending.nodes().forEach(json.putArray("nodes")::add);
        ArrayNode tolerations = json.putArray("tolerations");
        pending.wayOut().tolerations().forEach(each -> toleration(tolerations.addObject(), each));
        pending.wayOut()
                .policy()
                .ifPresent(policy -> json.putObject("policy")
                        .put("name", policy)
                        .put("mismatch", pending.wayOut().mismatch()));
        if (pending.wayOut().policy().isEmpty() && !tolerations.isEmpty()) {
            proposal(json.putObject("proposedPolicy"), pending, tolerations);
        }
        json.put("wayOut", CoverageReport.wayOut(pending));
    }

    /** A policy that would give pods like this one the tolerations. */
    private static void proposal(ObjectNode json, Coverage.PendingPod pending, ArrayNode tolerations) {
        json.put("apiVersion", "tolerant.dev/v1alpha1").put("kind", "TolerationPolicy");
        json.putObject("metadata").put("name", pending.pod().owner().name());
        ObjectNode spec = json.putObject("spec");
        ObjectNode match = spec.putObject("match");
        match.putObject("namespaceSelector")
                .putObject("matchLabels")
                .put("kubernetes.io/metadata.name", pending.pod().fact().namespace());
        Map<String, String> labels = new TreeMap<>(pending.pod().stored().pod().labels());
        labels.keySet().removeAll(OF_CONTROLLERS);
        if (!labels.isEmpty()) {
            ObjectNode written = match.putObject("podSelector").putObject("matchLabels");
            labels.forEach(written::put);
        }
        spec.set("tolerations", tolerations.deepCopy());
    }

    private static void taints(ArrayNode json, List<Taint> taints) {
        taints.forEach(taint -> taint(json.addObject(), taint));
    }

    private static void taint(ObjectNode json, Taint taint) {
        json.put("key", taint.key());
        if (!taint.value().isEmpty()) {
            json.put("value", taint.value());
        }
        json.put("effect", taint.effect().text());
    }

    private static void toleration(ObjectNode json, Toleration toleration) {
        json.put("key", toleration.key()).put("operator", toleration.operator().text());
        if (!toleration.value().isEmpty()) {
            json.put("value", toleration.value());
        }
        if (!toleration.effect().text().isEmpty()) {
            json.put("effect", toleration.effect().text());
        }
    }

    private static void owners(ArrayNode json, List<PodOwner> owners) {
        owners.forEach(owner -> json.addObject()
                .put("namespace", owner.namespace())
                .put("kind", owner.kind())
                .put("name", owner.name()));
    }
}

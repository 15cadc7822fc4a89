package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.objects.ObjectKind.Controller;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The labels that controllers add to the pods that they make (k8s.io/kubernetes, pkg/controller: job/indexed_job_utils.go,
 * statefulset/stateful_set_utils.go, daemon/util, deployment/sync.go). Some of their values only the controller knows.
 */
final class ControllerLabels {
    /** No label has this value, and no selector asks for it. */
    static final String UNKNOWN = "?";

    private ControllerLabels() {}

    static Map<String, String> of(Manifest workload, Controller controller) {
        return switch (controller) {
            case REPLICA_SET -> Map.of("pod-template-hash", UNKNOWN);
            case DAEMON_SET ->
                Map.of(
                        "controller-revision-hash",
                        UNKNOWN,
                        "pod-template-generation",
                        workload.object()
                                .at("/metadata/annotations/deprecated.daemonset.template.generation")
                                .asText(UNKNOWN));
            case STATEFUL_SET ->
                Map.of(
                        "controller-revision-hash",
                        UNKNOWN,
                        "apps.kubernetes.io/pod-index",
                        firstOrdinal(workload),
                        "statefulset.kubernetes.io/pod-name",
                        workload.name() + "-" + firstOrdinal(workload));
            case JOB -> ofJob(workload);
            case REPLICATION_CONTROLLER -> Map.of();
        };
    }

    private static Map<String, String> ofJob(Manifest workload) {
        boolean isJob = workload.kind().equals(ObjectKind.JOB.kind());
        String name = isJob ? workload.name() : UNKNOWN;
        String uid = isJob ? workload.object().at("/metadata/uid").asText(UNKNOWN) : UNKNOWN;
        Map<String, String> labels = new TreeMap<>(Map.of(
                "batch.kubernetes.io/job-name", name,
                "job-name", name,
                "batch.kubernetes.io/controller-uid", uid,
                "controller-uid", uid));
        JsonNode spec = workload.object().path("spec");
        JsonNode job = isJob ? spec : spec.at("/jobTemplate/spec");
        if (job.path("completionMode").asText().equals("Indexed")) {
            labels.put("batch.kubernetes.io/job-completion-index", "0");
        }
        return labels;
    }

    static String firstOrdinal(Manifest statefulSet) {
        return statefulSet.object().at("/spec/ordinals/start").asText("0");
    }

    /** The labels with unknown values by which one of these policies selects pods. */
    static List<String> unknown(PodFacts pod, Collection<Policy> policies) {
        return pod.labels().entrySet().stream()
                .filter(label -> label.getValue().equals(UNKNOWN))
                .map(Map.Entry::getKey)
                .filter(key -> policies.stream()
                        .anyMatch(policy -> policy.match().podLabels().contains(key)))
                .sorted()
                .toList();
    }
}

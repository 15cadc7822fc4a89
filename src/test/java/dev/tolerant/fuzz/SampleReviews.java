package dev.tolerant.fuzz;

import dev.tolerant.testing.PodReview;
import java.util.List;
import java.util.stream.Stream;

/** A few reviews that together reach every rule. */
final class SampleReviews {
    private static final String AUTHORS = "{'metadata': {'labels': {'app': 'web', 'tier': 'front'}}, 'spec': {"
            + "'nodeSelector': {'disk': 'ssd'}, 'priorityClassName': 'batch', 'containers': [{'resources':"
            + " {'limits': {'nvidia.com/gpu': '1', 'cpu': '2'}}}], 'tolerations': ["
            + "{'key': 'dedicated', 'operator': 'Equal', 'value': 'ml', 'effect': 'NoSchedule'},"
            + "{'key': 'spot', 'operator': 'Exists', 'effect': 'NoExecute', 'tolerationSeconds': 10}]}}";
    private static final String INJECTED =
            "{'metadata': {'ownerReferences': [{'kind': 'DaemonSet', 'controller': true}],"
                    + " 'labels': {'app': 'agent'}, 'managedFields': [{'fieldsV1': {'f:spec': {'f:containers': {}}}}]},"
                    + "'spec': {'hostNetwork': true, 'affinity': {'nodeAffinity':"
                    + " {'requiredDuringSchedulingIgnoredDuringExecution': {'nodeSelectorTerms': [{'matchFields':"
                    + " [{'key': 'metadata.name', 'operator': 'In', 'values': ['node-1']}]}]}}}, 'tolerations': ["
                    + "{'key': 'node.kubernetes.io/not-ready', 'operator': 'Exists', 'effect': 'NoExecute',"
                    + " 'tolerationSeconds': 300},"
                    + "{'key': 'node.kubernetes.io/unreachable', 'operator': 'Exists', 'effect': 'NoExecute',"
                    + " 'tolerationSeconds': 300}]}}";
    private static final String BARE = "{'spec': {'containers': [{}]}}";
    private static final List<byte[]> BODIES = Stream.of(
                    PodReview.create(AUTHORS),
                    PodReview.create(INJECTED),
                    PodReview.create(BARE),
                    PodReview.update(INJECTED, AUTHORS))
            .map(StrictJson::bytes)
            .toList();

    private SampleReviews() {}

    /** Asks a cluster about all of them; their pods are in {@link PodReview#NAMESPACE}. */
    static void askAll(FuzzedCluster cluster) {
        ReviewOracle oracle = new ReviewOracle(cluster);
        BODIES.forEach(oracle::check);
    }
}

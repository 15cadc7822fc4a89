package dev.tolerant.tools.whatif;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.testing.ClusterFixture;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.text.JsonTree;
import dev.tolerant.tools.whatif.WhatIfAnswer.WorkloadChange;
import java.util.Map;

/**
 * A question about a cluster that a test writes as YAML.
 *
 * @param objects of the cluster
 * @param settings of the cluster, without their prefix
 * @param proposed policies
 */
public record Question(
        String objects,
        Map<String, String> settings,
        String proposed,
        boolean prune,
        Map<String, String> proposedSettings) {
    /** What a policy does if it is laid over the cluster of these objects. */
    static Question about(String objects, String proposed) {
        return new Question(objects, Map.of(), proposed, false, Map.of());
    }

    Question with(Map<String, String> today) {
        return new Question(objects, today, proposed, prune, proposedSettings);
    }

    Question pruning() {
        return new Question(objects, settings, proposed, true, proposedSettings);
    }

    Question proposing(Map<String, String> others) {
        return new Question(objects, settings, proposed, prune, others);
    }

    WhatIfAnswer answer() {
        ClusterObjects clusterObjects = ClusterFixture.clusterObjects(objects);
        ClusterView today = ClusterView.of(
                clusterObjects, WholeProgram.config(settings), clusterObjects.manifests(ObjectKind.POLICY));
        Proposal proposal = new Proposal(
                ClusterFixture.manifests(proposed),
                prune,
                proposedSettings.isEmpty() ? null : WholeProgram.config(proposedSettings));
        return Comparison.of(today, proposal, "");
    }

    /** The answer for programs. */
    JsonNode json() {
        return json(answer());
    }

    static JsonNode json(WhatIfAnswer outlook) {
        return JsonTree.of(WhatIfReport.Document.of(outlook));
    }

    /** The only workload of a maker. */
    WorkloadChange of(String title) {
        return of(answer(), title);
    }

    static WorkloadChange of(WhatIfAnswer outlook, String title) {
        return outlook.workloads().stream()
                .filter(workload -> workload.maker().title().equals(title))
                .reduce((one, other) -> {
                    throw new AssertionError(title + " is there twice");
                })
                .orElseThrow(() -> new AssertionError(title + " is not among " + outlook.workloads()));
    }
}

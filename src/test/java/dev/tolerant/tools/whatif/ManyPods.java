package dev.tolerant.tools.whatif;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.testing.ClusterFixture;
import dev.tolerant.testing.WholeProgram;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A large cluster: Deployments of ten pods each, and as many pods again of an operator. */
final class ManyPods {
    private static final int PODS_EACH = 10;
    private static final int NAMESPACES = 20;
    private static final int TEMPLATES = 15;
    private static final String POLICIES = ClusterYaml.policy(
                    "keep-out",
                    "{match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: dedicated, effect: NoSchedule}]}}")
            + ClusterYaml.policy(
                    "quick",
                    "{match: {podSelector: {matchLabels: {tier: '3'}}}, nodeFailure: {notReady: 30, unreachable: 30}}")
            + ClusterYaml.policy(
                    "ssd", "{match: {}, requiredNodeAffinity: [{key: disk, operator: In, values: [ssd]}]}");

    private final Map<ObjectKind, List<ClusterObject>> clusterObjects = new EnumMap<>(ObjectKind.class);
    private final int distinct;

    /** {@code distinct} is how many different templates there are. */
    private ManyPods(int distinct) {
        this.distinct = distinct;
    }

    /** What changes in a cluster with as many pods and nodes. */
    static WhatIfAnswer outlook(int pods, int nodes, int distinct) {
        ClusterObjects cluster = new ManyPods(distinct).cluster(pods, nodes);
        return answer(cluster, Map.of());
    }

    /** The same with a keeper. */
    static WhatIfAnswer kept(int pods, int nodes) {
        return answer(
                new ManyPods(TEMPLATES).cluster(pods, nodes),
                Map.of("keeper.mode", "enforce", "keeper.account", "system:serviceaccount:tolerant:tolerant"));
    }

    static WhatIfAnswer outlook(int pods, int nodes) {
        return outlook(pods, nodes, TEMPLATES);
    }

    private static WhatIfAnswer answer(ClusterObjects cluster, Map<String, String> settings) {
        ClusterView today = ClusterView.of(cluster, WholeProgram.config(settings), List.of());
        Proposal proposal = new Proposal(ClusterFixture.manifests(POLICIES), false, null);
        return Comparison.of(today, proposal, "");
    }

    private ClusterObjects cluster(int pods, int nodes) {
        for (int i = 0; i < NAMESPACES; i++) {
            add(ObjectKind.NAMESPACE, "", "team-" + i, "{\"labels\":{\"team\":\"" + i % 3 + "\"},", "\"spec\":{}");
        }
        for (int i = 0; i < nodes; i++) {
            String taints = i % 10 == 0 ? "{\"key\":\"dedicated\",\"value\":\"ml\",\"effect\":\"NoSchedule\"}" : "";
            String disk = i % 2 == 0 ? "ssd" : "hdd";
            add(
                    ObjectKind.NODE,
                    "",
                    "node-" + i,
                    "{\"labels\":{\"disk\":\"" + disk + "\",\"kubernetes.io/hostname\":\"node-" + i + "\"},",
                    "\"spec\":{\"taints\":[" + taints + "]}");
        }
        int workloads = pods / PODS_EACH / 2;
        for (int i = 0; i < workloads; i++) {
            addDeployment(i, nodes);
            addOperated(i, nodes);
        }
        for (ObjectKind kind : ObjectKind.values()) {
            clusterObjects.putIfAbsent(kind, List.of());
        }
        return new ClusterObjects("many pods", Instant.EPOCH, "v1.36.0", clusterObjects, Map.of(), List.of());
    }

    private void addDeployment(int number, int nodes) {
        String namespace = "team-" + number % NAMESPACES;
        String name = "web-" + number;
        add(
                ObjectKind.DEPLOYMENT,
                namespace,
                name,
                "{",
                "\"spec\":{\"template\":{\"metadata\":{\"labels\":{\"tier\":\"" + number % 5 + "\",\"app\":\"" + name
                        + "\"}}," + spec(number, "") + "}}");
        add(ObjectKind.REPLICA_SET, namespace, name + "-1", owned("apps/v1", "Deployment", name), "\"spec\":{}");
        for (int i = 0; i < PODS_EACH; i++) {
            addPod(namespace, name + "-1-" + i, owned("apps/v1", "ReplicaSet", name + "-1"), number, nodes);
        }
    }

    private void addOperated(int number, int nodes) {
        for (int i = 0; i < PODS_EACH; i++) {
            addPod(
                    "team-" + number % NAMESPACES,
                    "pg-" + number + "-" + i,
                    owned("postgresql.cnpg.io/v1", "Cluster", "pg-" + number),
                    number,
                    nodes);
        }
    }

    private void addPod(String namespace, String name, String metadata, int number, int nodes) {
        String node = "\"nodeName\":\"node-"
                + (clusterObjects.getOrDefault(ObjectKind.POD, List.of()).size() % nodes) + "\",";
        add(
                ObjectKind.POD,
                namespace,
                name,
                metadata + "\"uid\":\"" + name + "\",\"labels\":{\"tier\":\"" + number % 5 + "\",\"pod\":\"" + name
                        + "\"},\"managedFields\":[{\"fieldsV1\":{\"f:spec\":{\"f:containers\":{}}}}],",
                spec(number, node));
    }

    private String spec(int number, String node) {
        String other = number % 7 == 0 ? "{\"key\":\"dedicated\",\"operator\":\"Exists\"}," : "";
        return "\"spec\":{" + node + "\"nodeSelector\":{\"template\":\"" + number % distinct
                + "\"},\"containers\":[{\"name\":\"main\",\"resources\":{\"requests\":{\"cpu\":\"" + (100 + number)
                + "m\"}}}],\"tolerations\":[" + other
                + "{\"key\":\"node.kubernetes.io/not-ready\",\"operator\":\"Exists\",\"effect\":\"NoExecute\","
                + "\"tolerationSeconds\":300},{\"key\":\"node.kubernetes.io/unreachable\",\"operator\":\"Exists\","
                + "\"effect\":\"NoExecute\",\"tolerationSeconds\":300}]}";
    }

    private static String owned(String version, String kind, String name) {
        return "{\"ownerReferences\":[{\"apiVersion\":\"" + version + "\",\"kind\":\"" + kind + "\",\"name\":\"" + name
                + "\",\"controller\":true}],";
    }

    private void add(ObjectKind kind, String namespace, String name, String metadata, String rest) {
        String inNamespace = namespace.isEmpty() ? "" : "\"namespace\":\"" + namespace + "\",";
        String json = "{\"apiVersion\":\"" + kind.apiVersion() + "\",\"kind\":\"" + kind.kind() + "\",\"metadata\":"
                + metadata + inNamespace + "\"name\":\"" + name + "\"}," + rest + "}";
        clusterObjects
                .computeIfAbsent(kind, none -> new ArrayList<>())
                .add(new ClusterObject(kind, namespace, name, Place.NOWHERE, json.getBytes(UTF_8)));
    }
}

package dev.tolerant.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A large cluster in a file, as {@code kubectl get -o json} writes it: Deployments of ten pods each, spread over its nodes.
 *
 * @param distinct how many different pod templates there are
 */
record ClusterFile(int pods, int nodes, int distinct) {
    /** Templates as a platform's charts make them. */
    static final int FEW_TEMPLATES = 15;

    private static final int PODS_EACH = 10;
    private static final int NAMESPACES = 20;

    /** A policy that keeps some of its pods out, one that changes seconds, and one that asks for a kind of node. */
    static final String POLICIES = """
            {"apiVersion":"tolerant.dev/v1alpha1","kind":"TolerationPolicy","metadata":{"name":"keep-out"},
             "spec":{"match":{},"restrict":{"deny":[{"key":"dedicated","effect":"NoSchedule"}]}}}
            ---
            {"apiVersion":"tolerant.dev/v1alpha1","kind":"TolerationPolicy","metadata":{"name":"quick"},
             "spec":{"match":{"podSelector":{"matchLabels":{"tier":"3"}}},"nodeFailure":{"notReady":30,"unreachable":30}}}
            ---
            {"apiVersion":"tolerant.dev/v1alpha1","kind":"TolerationPolicy","metadata":{"name":"ssd"},
             "spec":{"match":{},"requiredNodeAffinity":[{"key":"disk","operator":"In","values":["ssd"]}]}}
            """;

    /** Writes the cluster. */
    void write(Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, UTF_8)) {
            out.write("{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[\n");
            for (int i = 0; i < NAMESPACES; i++) {
                item(out, "v1", "Namespace", "\"name\":\"team-" + i + "\"", "\"spec\":{}");
            }
            for (int i = 0; i < nodes; i++) {
                item(out, "v1", "Node", nodeMetadata(i), nodeSpec(i));
            }
            for (int i = 0; i < pods / PODS_EACH; i++) {
                workload(out, i);
            }
            // The last item has no comma after it.
            out.write("{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"kube-system\"}}\n]}\n");
        }
    }

    private static String nodeMetadata(int number) {
        return "\"name\":\"node-" + number + "\",\"labels\":{\"disk\":\"" + (number % 2 == 0 ? "ssd" : "hdd")
                + "\",\"kubernetes.io/hostname\":\"node-" + number + "\"}";
    }

    private static String nodeSpec(int number) {
        String taint = "{\"key\":\"dedicated\",\"value\":\"ml\",\"effect\":\"NoSchedule\"}";
        return "\"spec\":{\"taints\":[" + (number % 10 == 0 ? taint : "") + "]}";
    }

    private void workload(BufferedWriter out, int number) throws IOException {
        String name = "web-" + number;
        String metadata = metadata(number, name);
        String template = "{\"metadata\":{\"labels\":" + labels(number) + "}," + podSpec(number, "") + "}";
        item(
                out,
                "apps/v1",
                "Deployment",
                metadata,
                "\"spec\":{\"replicas\":" + PODS_EACH + ",\"template\":" + template + "}");
        item(
                out,
                "apps/v1",
                "ReplicaSet",
                metadata(number, name + "-1") + "," + owner("Deployment", name),
                "\"spec\":{\"replicas\":" + PODS_EACH + "}");
        for (int i = 0; i < PODS_EACH; i++) {
            String pod = name + "-1-" + i;
            item(
                    out,
                    "v1",
                    "Pod",
                    metadata(number, pod) + ",\"uid\":\"" + pod + "\",\"labels\":" + labels(number) + ","
                            + owner("ReplicaSet", name + "-1")
                            + ",\"managedFields\":[{\"manager\":\"kube-controller-manager\",\"operation\":\"Update\","
                            + "\"fieldsV1\":{\"f:spec\":{\"f:containers\":{}}}}]",
                    podSpec(number, "\"nodeName\":\"node-" + (number * PODS_EACH + i) % nodes + "\","));
        }
    }

    private static String metadata(int number, String name) {
        return "\"name\":\"" + name + "\",\"namespace\":\"team-" + number % NAMESPACES + "\"";
    }

    private static String labels(int number) {
        return "{\"app\":\"web-" + number + "\",\"tier\":\"" + number % 5 + "\"}";
    }

    private static String owner(String kind, String name) {
        return "\"ownerReferences\":[{\"apiVersion\":\"apps/v1\",\"kind\":\"" + kind + "\",\"name\":\"" + name
                + "\",\"controller\":true}]";
    }

    private String podSpec(int number, String node) {
        String other = number % 7 == 0 ? "{\"key\":\"dedicated\",\"operator\":\"Exists\"}," : "";
        return "\"spec\":{" + node + "\"serviceAccountName\":\"account-" + number % distinct
                + "\",\"containers\":[{\"name\":\"main\",\"resources\":{\"requests\":{\"cpu\":\"100m\"}}}],"
                + "\"tolerations\":[" + other + forSeconds("not-ready") + "," + forSeconds("unreachable") + "]}";
    }

    private static String forSeconds(String taint) {
        return "{\"key\":\"node.kubernetes.io/" + taint
                + "\",\"operator\":\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":300}";
    }

    private static void item(BufferedWriter out, String version, String kind, String metadata, String rest)
            throws IOException {
        out.write("{\"apiVersion\":\"" + version + "\",\"kind\":\"" + kind + "\",\"metadata\":{" + metadata + "},"
                + rest + "},\n");
    }
}

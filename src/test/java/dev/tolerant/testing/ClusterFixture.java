package dev.tolerant.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.settings.Settings.InvalidSettingsException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Clusters made of a few lines of YAML. */
public final class ClusterFixture {
    public static final Instant NOW = Instant.parse("2026-01-15T12:00:00Z");

    private static final ObjectMapper JSON = new ObjectMapper();

    private ClusterFixture() {}

    /** The objects of these YAML documents, read at {@link #NOW} from a cluster of Kubernetes 1.36. */
    public static ClusterObjects clusterObjects(String... documents) {
        return clusterObjects(NOW, Map.of(), documents);
    }

    /** The same read at another time, where some kinds are not known, and why. */
    public static ClusterObjects clusterObjects(Instant read, Map<ObjectKind, String> unknown, String... documents) {
        Map<ObjectKind, List<ClusterObject>> byKind = new EnumMap<>(ObjectKind.class);
        for (Manifest manifest : manifests(documents)) {
            ObjectKind kind = ObjectKind.of(manifest.type()).orElseThrow();
            byKind.computeIfAbsent(kind, none -> new ArrayList<>()).add(object(kind, manifest));
        }
        Arrays.stream(ObjectKind.values())
                .filter(kind -> !unknown.containsKey(kind))
                .forEach(kind -> byKind.putIfAbsent(kind, List.of()));
        return new ClusterObjects("test", read, "v1.36.2", byKind, unknown, List.of());
    }

    private static ClusterObject object(ObjectKind kind, Manifest manifest) {
        try {
            return new ClusterObject(
                    kind,
                    kind.isNamespaced() ? manifest.namespace() : "",
                    manifest.name(),
                    manifest.place(),
                    JSON.writeValueAsBytes(manifest.object()));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The objects of these YAML documents, as of one file. */
    public static List<Manifest> manifests(String... documents) {
        try {
            return ManifestFile.of("test.yaml", String.join("\n---\n", documents))
                    .manifests();
        } catch (InvalidManifestException invalid) {
            throw new IllegalArgumentException(invalid.problem().toString(), invalid);
        }
    }

    /** The same as the program sees it, with the default settings. */
    public static ClusterView view(String... documents) {
        return view(clusterObjects(documents));
    }

    public static ClusterView view(ClusterObjects clusterObjects) {
        try {
            return ClusterView.today(clusterObjects);
        } catch (InvalidSettingsException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A node with these labels and taints, in one line of YAML each. */
    public static String node(String name, String labels, String taints) {
        return "{apiVersion: v1, kind: Node, metadata: {name: " + name + ", labels: {" + labels + "}}, spec: {taints: ["
                + taints + "]}}";
    }

    /** A bare pod of namespace shop on a node, with the rest of its spec. */
    public static String pod(String name, String node, String spec) {
        return pod(name, node, "", spec);
    }

    /** A pod of namespace shop on a node, with its controller as {@code apiVersion/kind/name}. */
    public static String pod(String name, String node, String controller, String spec) {
        String owner = "";
        if (!controller.isEmpty()) {
            int last = controller.lastIndexOf('/');
            int middle = controller.lastIndexOf('/', last - 1);
            owner = ", ownerReferences: [{apiVersion: " + controller.substring(0, middle) + ", kind: "
                    + controller.substring(middle + 1, last) + ", name: " + controller.substring(last + 1)
                    + ", uid: u, controller: true}]";
        }
        return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", namespace: shop, uid: u-" + name + owner
                + "}, spec: {nodeName: '" + node + "', " + spec + "}, status: {phase: Running}}";
    }

    /** A workload of namespace shop with the spec of its pods. */
    public static String workload(String apiVersion, String kind, String name, String podSpec) {
        return "{apiVersion: " + apiVersion + ", kind: " + kind + ", metadata: {name: " + name
                + ", namespace: shop}, spec: {template: {metadata: {labels: {app: " + name + "}}, spec: {" + podSpec
                + "}}}}";
    }

    /** A list with one toleration of unreachable, for so many seconds. */
    public static String unreachable(long seconds) {
        return "tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute,"
                + " tolerationSeconds: " + seconds + "}]";
    }
}

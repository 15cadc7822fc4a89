package dev.tolerant.page;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pod to start from.
 *
 * @param title the heading of the README of its folder in the library, or the comment in its first line
 * @param policies what replaces the page's policies; null if the pod is explained by those
 */
record Sample(
        String name, String title, Asset pod, @Nullable Asset policies) {
    private static final List<String> NAMES =
            List.of("web", "own-seconds", "train", "intruder", "wildcard", "agent", "nightly", "opted-out");

    private static final List<String> LIBRARY = List.of(
            "gpu-pool",
            "tenants",
            "spot-batch",
            "karpenter-pool",
            "web-failover",
            "databases-stay",
            "control-plane-guard",
            "arm64",
            "windows",
            "virtual-nodes",
            "karpenter-startup",
            "node-problem-detector",
            "cordoned-nodes",
            "out-of-service",
            "failover-by-priority");

    /** Pods for the policies that the page starts with. */
    static List<Sample> all() {
        return NAMES.stream().map(Sample::of).toList();
    }

    /** Pods with policies of the library, and with the namespaces, nodes and NodePools that show what they do. */
    static List<Sample> library() {
        return LIBRARY.stream().map(Sample::ofLibrary).toList();
    }

    private static Sample of(String name) {
        Asset pod = Asset.of("samples/" + name + ".yaml");
        return new Sample(name, titleOf(pod), pod, null);
    }

    private static Sample ofLibrary(String name) {
        String folder = "library/" + name + "/";
        String policies = Stream.of("policy", "namespaces", "nodes", "nodepools")
                .flatMap(file -> Asset.find(folder + "cluster/" + file + ".yaml").stream())
                .map(Asset::text)
                .collect(Collectors.joining("---\n"));
        return new Sample(
                name,
                titleOf(Asset.of(folder + "README.md")),
                Asset.of(folder + "pod.yaml"),
                Asset.of(folder + "policies.yaml", policies));
    }

    private static String titleOf(Asset asset) {
        return asset.text().lines().findFirst().orElseThrow().substring("# ".length());
    }

    /** The files of which it consists. */
    Stream<Asset> assets() {
        return Stream.concat(Stream.of(pod), Stream.ofNullable(policies));
    }
}

package dev.tolerant.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A pod to start from; with null for policies it is explained by the page's. */
record Sample(
        String name, String title, Asset pod, @Nullable Asset policies) {
    /** Pods for the policies that the page starts with. */
    static List<Sample> all() {
        return Stream.of("web", "own-seconds", "train", "intruder", "wildcard", "agent", "nightly", "opted-out")
                .map(Sample::of)
                .toList();
    }

    /** Pods with policies of the library, and with the namespaces, nodes and NodePools that show what they do. */
    static List<Sample> library() {
        return Stream.of(
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
                        "failover-by-priority")
                .map(Sample::ofLibrary)
                .toList();
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
                new Asset(folder + "policies.yaml", policies.getBytes(StandardCharsets.UTF_8)));
    }

    private static String titleOf(Asset asset) {
        return asset.text().lines().findFirst().orElseThrow().substring("# ".length());
    }

    Stream<Asset> assets() {
        return Stream.concat(Stream.of(pod), Stream.ofNullable(policies));
    }

    record Asset(String path, byte[] content) {
        private static final Map<String, String> TYPES = Map.of(
                "html", "text/html; charset=utf-8",
                "css", "text/css; charset=utf-8",
                "js", "text/javascript; charset=utf-8",
                "svg", "image/svg+xml",
                "yaml", "text/plain; charset=utf-8");

        static Asset of(String path) {
            return find(path)
                    .orElseThrow(() -> new IllegalStateException("the program's jar has no playground/" + path));
        }

        static Optional<Asset> find(String path) {
            try (InputStream in = Asset.class.getResourceAsStream("/playground/" + path)) {
                return in == null ? Optional.empty() : Optional.of(new Asset(path, in.readAllBytes()));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }

        String type() {
            return TYPES.getOrDefault(path.substring(path.lastIndexOf('.') + 1), "application/octet-stream");
        }

        String url() {
            return "playground/" + path;
        }

        public String text() {
            return new String(content, StandardCharsets.UTF_8);
        }
    }
}

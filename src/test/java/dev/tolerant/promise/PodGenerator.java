package dev.tolerant.promise;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.server.webhook.Webhook;
import java.util.List;
import java.util.Random;

/** Generates pods without tolerations: owners, labels, resources, selectors, and unknown fields. */
final class PodGenerator {
    private static final List<String> AMOUNTS = List.of("0", "0Mi", "1", "100m", "64Mi", "1e3", "0.0");
    private static final List<String> RESOURCES = List.of(
            "cpu",
            "memory",
            "cpu",
            "memory",
            "nvidia.com/gpu",
            "nvidia.com/gpu",
            "example.com/fpga",
            "a.example.com/b",
            "ephemeral-storage",
            "hugepages-2Mi",
            "sub.kubernetes.io/x",
            "Upper.example.com/x",
            "requests.example.com/x",
            "too/many/parts");

    private final Random random;

    PodGenerator(Random random) {
        this.random = random;
    }

    ObjectNode pod(int number) {
        ObjectNode pod = Webhook.JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
        fillMetadata(pod.putObject("metadata"), number);
        ObjectNode spec = pod.putObject("spec");
        addContainers(spec.putArray("containers"), 1 + random.nextInt(2));
        if (random.nextInt(4) == 0) {
            addContainers(spec.putArray("initContainers"), 1);
        }
        if (random.nextInt(10) == 0) {
            fillResources(spec.putObject("resources"));
        }
        if (random.nextInt(5) == 0) {
            spec.put("hostNetwork", random.nextBoolean());
        }
        if (random.nextInt(4) == 0) {
            fillNodeSelector(spec.putObject("nodeSelector"));
        }
        if (random.nextInt(6) == 0) {
            spec.putObject("ofALaterApi").put("depth", 1.10);
            spec.putObject("affinity").putObject("podAffinity");
        }
        return pod;
    }

    private void fillMetadata(ObjectNode metadata, int number) {
        metadata.put(random.nextBoolean() ? "name" : "generateName", "pod-" + number + "-");
        if (random.nextInt(3) == 0) {
            ObjectNode labels = metadata.putObject("labels").put("app", "web");
            if (random.nextInt(3) == 0) {
                labels.put("tolerant.dev/inject", random.nextInt(3) > 0 ? "false" : "true");
            }
        }
        if (random.nextInt(15) == 0) {
            metadata.putObject("annotations").put("kubernetes.io/config.mirror", "0123");
        }
        if (random.nextInt(3) > 0) {
            ArrayNode owners = metadata.putArray("ownerReferences");
            owners.addObject()
                    .put("apiVersion", "apps/v1")
                    .put("kind", "DaemonSet")
                    .put("name", "no-controller");
            owners.addObject()
                    .put("apiVersion", random.nextInt(8) == 0 ? "evil.example/v1" : "apps/v1")
                    .put("kind", random.nextInt(3) == 0 ? "DaemonSet" : "ReplicaSet")
                    .put("name", "owner")
                    .put("controller", true);
        }
    }

    private void fillNodeSelector(ObjectNode selector) {
        if (random.nextInt(3) == 0) {
            selector.put("disk", random.nextInt(3) == 0 ? "hdd" : "ssd");
        }
        if (random.nextInt(3) == 0) {
            selector.put("example.com/pool", "a");
        }
    }

    private void addContainers(ArrayNode containers, int count) {
        for (int i = 0; i < count; i++) {
            ObjectNode container = containers.addObject().put("name", "c" + i).put("image", "web:1");
            if (random.nextInt(3) > 0) {
                fillResources(container.putObject("resources"));
            }
        }
    }

    private void fillResources(ObjectNode resources) {
        for (String side : List.of("requests", "limits")) {
            if (random.nextInt(2) == 0) {
                continue;
            }
            ObjectNode amounts = resources.putObject(side);
            for (int left = random.nextInt(4); left > 0; left--) {
                amounts.put(pick(RESOURCES), pick(AMOUNTS));
            }
        }
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}

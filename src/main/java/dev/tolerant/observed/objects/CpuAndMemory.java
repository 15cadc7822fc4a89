package dev.tolerant.observed.objects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.TreeReader;
import dev.tolerant.engine.review.ResourcesReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/** Cores of cpu, and bytes of memory. */
public record CpuAndMemory(BigDecimal cpu, BigDecimal memory) {
    public static final CpuAndMemory NONE = new CpuAndMemory(BigDecimal.ZERO, BigDecimal.ZERO);

    private static final int KIBI = 1024;
    private static final String[] UNITS = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    private static final Mask AMOUNTS = Mask.ofValues("cpu", "memory");
    private static final Mask RESOURCES = Mask.of().with("requests", AMOUNTS);
    private static final Mask CONTAINER = Mask.ofValues("restartPolicy").with("resources", RESOURCES);
    private static final Mask POD = Mask.of()
            .at("spec.containers", CONTAINER)
            .at("spec.initContainers", CONTAINER)
            .at("spec.resources", RESOURCES)
            .at("spec.overhead", AMOUNTS);
    private static final Mask NODE = Mask.of().at("status.allocatable", AMOUNTS);

    /**
     * The amounts that the scheduler reserves for a pod (k8s.io/component-helpers, resource/helpers.go, PodRequests): what its containers
     * and sidecars request together or, if that is more, an init container with the sidecars that start before it; what
     * the pod requests as a whole comes in place of that; and its overhead.
     */
    public static CpuAndMemory requestedBy(ClusterObject pod) {
        JsonNode spec = read(pod, POD).path("spec");
        CpuAndMemory running = spec.path("containers")
                .valueStream()
                .map(CpuAndMemory::requests)
                .reduce(NONE, CpuAndMemory::plus);
        CpuAndMemory sidecars = NONE;
        CpuAndMemory starting = NONE;
        for (JsonNode container : spec.path("initContainers")) {
            CpuAndMemory own = requests(container);
            if (container.path("restartPolicy").asText().equals("Always")) {
                sidecars = sidecars.plus(own);
                own = NONE;
            }
            starting = starting.max(sidecars.plus(own));
        }
        CpuAndMemory containers = running.plus(sidecars).max(starting);
        JsonNode whole = spec.at("/resources/requests");
        return new CpuAndMemory(
                        whole.has("cpu") ? amount(whole, "cpu") : containers.cpu,
                        whole.has("memory") ? amount(whole, "memory") : containers.memory)
                .plus(of(spec.path("overhead")));
    }

    /** Empty if the node does not say it. */
    public static Optional<CpuAndMemory> allocatableOn(ClusterObject node) {
        JsonNode allocatable = read(node, NODE).at("/status/allocatable");
        return allocatable.has("cpu") && allocatable.has("memory") ? Optional.of(of(allocatable)) : Optional.empty();
    }

    private static JsonNode read(ClusterObject object, Mask mask) {
        try {
            return TreeReader.read(object.json(), mask);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static CpuAndMemory requests(JsonNode container) {
        return of(container.at("/resources/requests"));
    }

    private static CpuAndMemory of(JsonNode amounts) {
        return new CpuAndMemory(amount(amounts, "cpu"), amount(amounts, "memory"));
    }

    /** 0 for what is no quantity. */
    private static BigDecimal amount(JsonNode amounts, String name) {
        BigDecimal amount = ResourcesReader.amount(amounts.path(name));
        return amount == null ? BigDecimal.ZERO : amount;
    }

    public CpuAndMemory plus(CpuAndMemory other) {
        return new CpuAndMemory(cpu.add(other.cpu), memory.add(other.memory));
    }

    /** 0 where the other's is more. */
    public CpuAndMemory minus(CpuAndMemory other) {
        return new CpuAndMemory(cpu.subtract(other.cpu), memory.subtract(other.memory)).max(NONE);
    }

    private CpuAndMemory max(CpuAndMemory other) {
        return new CpuAndMemory(cpu.max(other.cpu), memory.max(other.memory));
    }

    /** As in {@code 2.5 cpu and 64.5Gi of memory}. */
    @Override
    public String toString() {
        BigDecimal amount = memory;
        int unit = 0;
        while (unit < UNITS.length - 1 && amount.compareTo(BigDecimal.valueOf(KIBI)) >= 0) {
            amount = amount.divide(BigDecimal.valueOf(KIBI));
            unit++;
        }
        return rounded(cpu) + " cpu and " + rounded(amount) + UNITS[unit] + " of memory";
    }

    private static String rounded(BigDecimal amount) {
        return amount.setScale(2, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString();
    }
}

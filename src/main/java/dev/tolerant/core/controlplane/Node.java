package dev.tolerant.core.controlplane;

import dev.tolerant.core.toleration.Taint;
import java.util.List;

/**
 * A node that a pod might go to.
 *
 * @param taints including the one that stands for {@code spec.unschedulable}
 */
public record Node(String name, List<Taint> taints) {}

package dev.tolerant.engine.words;

import java.util.List;
import java.util.Map;

/** A node that a pod might run on; its taints have the one that {@code spec.unschedulable} implies. */
public record Node(String name, Map<String, String> labels, List<Taint> taints) {}

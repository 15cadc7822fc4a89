package dev.tolerant.monitoring;

import dev.tolerant.testing.DocumentFiles;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The metrics that alerts and dashboard may use, each with its labels. */
final class ExposedMetrics {
    /** What Prometheus makes itself, and what the API server counts. */
    private static final Map<String, Set<String>> OF_OTHERS = Map.of(
            "up", Set.of(),
            "apiserver_admission_webhook_fail_open_count", Set.of("name", "type"),
            "apiserver_admission_webhook_rejection_count",
                    Set.of("error_type", "name", "operation", "rejection_code", "type"),
            "apiserver_mutating_admission_policy_check_total", Set.of("error_type", "policy", "policy_binding"));

    /** What Prometheus adds to every series that a PodMonitor has scraped, with the label of the chart's clusterLabel. */
    static final Set<String> OF_TARGETS =
            Set.of("cluster", "container", "endpoint", "instance", "job", "namespace", "pod");

    private ExposedMetrics() {}

    /** The program's own, as the documents list them. */
    static Map<String, Set<String>> documented() {
        Map<String, Set<String>> metrics = new TreeMap<>();
        DocumentFiles.read().table("metrics").forEach(row -> {
            String name = DocumentFiles.code(row.get(0));
            Set<String> labels = Arrays.stream(row.get(1).split(","))
                    .map(DocumentFiles::code)
                    .map(String::trim)
                    .filter(label -> !label.isEmpty())
                    .collect(Collectors.toCollection(TreeSet::new));
            if (name.endsWith("_duration_seconds")) {
                metrics.put(name + "_count", labels);
                metrics.put(name + "_sum", labels);
                metrics.put(name + "_bucket", with(labels, Set.of("le")));
            } else {
                metrics.put(name, labels);
            }
        });
        return metrics;
    }

    /** The values of labels that the documents list for a metric. */
    static Set<String> values(String metric) {
        return DocumentFiles.read().table("metrics").stream()
                .filter(row -> DocumentFiles.code(row.get(0)).equals(metric))
                .flatMap(row -> DocumentFiles.codes(row.get(2)).stream())
                .collect(Collectors.toSet());
    }

    /** The same of a program that has no cluster, and so neither a keeper nor guards. */
    static Map<String, Set<String>> withoutCluster() {
        Map<String, Set<String>> metrics = new TreeMap<>(documented());
        metrics.keySet().removeIf(name -> name.startsWith("tolerant_keeper_") || name.startsWith("tolerant_guard_"));
        metrics.keySet()
                .removeAll(
                        Set.of("tolerant_leader_known", "tolerant_reservations_stored", "tolerant_injections_stored"));
        return metrics;
    }

    /** All that an expression may name, with the labels of targets. */
    static Map<String, Set<String>> usable() {
        Map<String, Set<String>> metrics = new TreeMap<>(documented());
        metrics.putAll(OF_OTHERS);
        metrics.replaceAll((name, labels) -> with(labels, OF_TARGETS));
        return metrics;
    }

    private static Set<String> with(Set<String> labels, Set<String> more) {
        Set<String> all = new TreeSet<>(labels);
        all.addAll(more);
        return all;
    }
}

package dev.tolerant.engine.policy;

import dev.tolerant.engine.pod.PodFacts;
import dev.tolerant.engine.pod.Requirement;
import dev.tolerant.engine.pod.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A property of a pod or its namespace, under which {@link PolicySet} indexes policies. */
record AccessKey(Kind kind, String name, String value) {

    /** What the property is. */
    enum Kind {
        NAMESPACE_LABEL,
        POD_LABEL,
        RESOURCE,
        OWNER_KIND,
        PRIORITY_CLASS
    }

    /** The sets of keys under which a policy can be indexed; a pod that matches has at least one key of each set. */
    static List<List<AccessKey>> choices(Criteria match) {
        List<List<AccessKey>> ways = new ArrayList<>();
        addLabels(ways, Kind.NAMESPACE_LABEL, match.namespaceSelector());
        addLabels(ways, Kind.POD_LABEL, match.podSelector());
        addNames(ways, Kind.RESOURCE, match.resources());
        addNames(ways, Kind.PRIORITY_CLASS, match.priorityClassNames());
        addNames(ways, Kind.OWNER_KIND, match.ownerKinds());
        return ways;
    }

    private static void addLabels(List<List<AccessKey>> ways, Kind kind, LabelSelector selector) {
        selector.matchLabels().forEach((name, value) -> ways.add(List.of(new AccessKey(kind, name, value))));
        for (Requirement requirement : selector.matchExpressions()) {
            if (requirement.operator() == Requirement.Operator.IN) {
                ways.add(requirement.values().stream()
                        .map(value -> new AccessKey(kind, requirement.key(), value))
                        .toList());
            }
        }
    }

    private static void addNames(List<List<AccessKey>> ways, Kind kind, Set<String> names) {
        if (!names.isEmpty()) {
            ways.add(names.stream().map(name -> new AccessKey(kind, name, "")).toList());
        }
    }

    private static void addResources(List<AccessKey> keys, Resources resources) {
        resources.requests().keySet().forEach(name -> keys.add(new AccessKey(Kind.RESOURCE, name, "")));
        resources.limits().keySet().forEach(name -> keys.add(new AccessKey(Kind.RESOURCE, name, "")));
    }

    /** All keys of a pod in a namespace with these labels. */
    static List<AccessKey> of(PodFacts pod, Map<String, String> namespaceLabels) {
        List<AccessKey> keys = new ArrayList<>();
        namespaceLabels.forEach((name, value) -> keys.add(new AccessKey(Kind.NAMESPACE_LABEL, name, value)));
        pod.labels().forEach((name, value) -> keys.add(new AccessKey(Kind.POD_LABEL, name, value)));
        pod.resources().forEach(resources -> addResources(keys, resources));
        if (pod.podResources() != null) {
            addResources(keys, pod.podResources());
        }
        keys.add(new AccessKey(Kind.OWNER_KIND, pod.controller().name(), ""));
        keys.add(new AccessKey(Kind.PRIORITY_CLASS, pod.priorityClassName(), ""));
        return keys;
    }
}

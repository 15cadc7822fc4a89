package dev.tolerant.observed.registration;

import dev.tolerant.engine.pod.Requirement;
import dev.tolerant.engine.pod.Requirement.Operator;
import dev.tolerant.engine.policy.LabelSelector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a validating webhook guards what policies restrict, whatever service or URL leads to the program.
 *
 * @param webhook that guards
 * @param missing what keeps it from guarding any pod, each as a clause
 * @param excluded the namespaces that its selector leaves out by name
 * @param unconcerned what its conditions leave out that no restriction concerns, each as a noun
 * @param narrowed the selectors that leave out more
 * @param unknown the names of its other conditions, of which nobody knows what they leave out
 */
public record Guard(
        Webhook webhook,
        List<String> missing,
        List<String> excluded,
        List<String> unconcerned,
        List<String> narrowed,
        List<String> unknown) {
    private static final String PATH = "/validate";
    private static final List<String> OPERATIONS = List.of("CREATE", "UPDATE");

    /**
     * The guard that a webhook is; empty if it is none of the program's, or a mutating one.
     *
     * @param known the conditions that leave out only what no restriction concerns
     */
    public static Optional<Guard> of(Webhook webhook, GuardConditions known) {
        if (webhook.mutates() || !webhook.isOurs()) {
            return Optional.empty();
        }
        return Optional.of(new Guard(
                webhook,
                missing(webhook),
                webhook.namespaces().matchExpressions().stream()
                        .filter(Guard::excludesByName)
                        .flatMap(requirement -> requirement.values().stream())
                        .distinct()
                        .sorted()
                        .toList(),
                webhook.conditions().values().stream()
                        .flatMap(condition -> known.leftOut(condition).stream())
                        .toList(),
                narrowed(webhook),
                webhook.conditions().entrySet().stream()
                        .filter(condition -> known.leftOut(condition.getValue()).isEmpty())
                        .map(Map.Entry::getKey)
                        .toList()));
    }

    /** The one that covers most; of two alike the first by name. */
    public static Optional<Guard> best(Stream<Guard> guards) {
        return guards.min(Comparator.comparing(Guard::isComplete)
                .reversed()
                .thenComparing(Guard::limits)
                .thenComparing(guard -> guard.webhook().title()));
    }

    private static List<String> missing(Webhook webhook) {
        List<String> missing = new ArrayList<>();
        List<String> uncovered = OPERATIONS.stream()
                .filter(operation -> !webhook.covers(operation, "pods"))
                .toList();
        if (!uncovered.isEmpty()) {
            missing.add("its rules leave out " + String.join(" and ", uncovered) + " of pods");
        }
        if (webhook.failsOpen()) {
            missing.add(
                    "its failurePolicy is Ignore, which lets pods in while the program cannot be reached, and must be"
                            + " Fail");
        }
        if (webhook.caBundle().isEmpty()) {
            missing.add("its clientConfig has no caBundle");
        }
        // A URL may have a prefix before the path, for a proxy.
        if (!webhook.path().endsWith(PATH)) {
            missing.add("its path is '" + webhook.path() + "', and must be " + PATH);
        }
        return List.copyOf(missing);
    }

    private static List<String> narrowed(Webhook webhook) {
        List<String> narrowed = new ArrayList<>();
        LabelSelector namespaces = webhook.namespaces();
        if (!namespaces.matchLabels().isEmpty()
                || !namespaces.matchExpressions().stream().allMatch(Guard::excludesByName)) {
            narrowed.add("namespaceSelector");
        }
        if (!webhook.objects().equals(LabelSelector.EVERYTHING)) {
            narrowed.add("objectSelector");
        }
        return List.copyOf(narrowed);
    }

    private static boolean excludesByName(Requirement requirement) {
        return requirement.key().equals(Webhook.NAMESPACE_NAME) && requirement.operator() == Operator.NOT_IN;
    }

    /** Whether it guards the pods that it covers. */
    public boolean isComplete() {
        return missing.isEmpty();
    }

    /** What it covers, as a sentence. */
    public String covered() {
        String covered = "the API server asks the program about every pod that is created or updated, by "
                + webhook.configurationTitle();
        String except = excluded.isEmpty() ? "" : ", except in these namespaces: " + String.join(", ", excluded);
        String plain = unconcerned.isEmpty()
                ? ""
                : "; it does not ask about what no restriction concerns: " + String.join(", ", unconcerned);
        String further = narrowed.isEmpty() ? "" : "; narrowed by its " + String.join(", ", narrowed);
        String unclear = unknown.isEmpty()
                ? ""
                : "; nobody knows what its matchConditions leave out: " + String.join(", ", unknown);
        return covered + except + plain + further + unclear;
    }

    private int limits() {
        return excluded.size() + narrowed.size() + unknown.size();
    }
}

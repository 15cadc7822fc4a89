package dev.tolerant.server.cluster;

import dev.tolerant.engine.policy.LabelSelector;
import dev.tolerant.engine.policy.LabelSelector.Operator;
import dev.tolerant.engine.policy.LabelSelector.Requirement;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The pods about which a webhook of a MutatingWebhookConfiguration has the API server ask when they are created. */
public record Coverage(LabelSelector namespaces, LabelSelector pods) {
    /** The names of the webhooks for new pods, of all namespaces and of kube-system, by which they are found. */
    static final Set<String> WEBHOOKS = Set.of("create.tolerant.dev", "create.kube-system.tolerant.dev");

    /** What the webhooks of a configuration cover; empty if it is one of other webhooks. */
    static Optional<Set<Coverage>> of(MutatingWebhookConfiguration configuration) {
        List<MutatingWebhook> webhooks = Objects.requireNonNullElse(configuration.getWebhooks(), List.of());
        Set<Coverage> coverages = webhooks.stream()
                .filter(webhook -> WEBHOOKS.contains(webhook.getName()))
                .map(webhook ->
                        new Coverage(selector(webhook.getNamespaceSelector()), selector(webhook.getObjectSelector())))
                .collect(Collectors.toUnmodifiableSet());
        return coverages.isEmpty() ? Optional.empty() : Optional.of(coverages);
    }

    private static LabelSelector selector(io.fabric8.kubernetes.api.model.@Nullable LabelSelector selector) {
        if (selector == null) {
            return LabelSelector.EVERYTHING;
        }
        List<LabelSelectorRequirement> expressions =
                Objects.requireNonNullElse(selector.getMatchExpressions(), List.of());
        return new LabelSelector(
                Objects.requireNonNullElse(selector.getMatchLabels(), Map.of()),
                expressions.stream().map(Coverage::requirement).toList());
    }

    private static Requirement requirement(LabelSelectorRequirement expression) {
        return new Requirement(
                expression.getKey(),
                Operator.of(expression.getOperator()).orElse(Operator.DOES_NOT_EXIST),
                Set.copyOf(Objects.requireNonNullElse(expression.getValues(), List.of())));
    }

    public boolean covers(Map<String, String> namespaceLabels, Map<String, String> podLabels) {
        return namespaces.matches(namespaceLabels) && pods.matches(podLabels);
    }
}

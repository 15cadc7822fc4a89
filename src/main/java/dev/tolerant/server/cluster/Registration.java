package dev.tolerant.server.cluster;

import dev.tolerant.settings.GuardConditions;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a ValidatingWebhookConfiguration registers the program's webhook, whatever service or URL leads to it.
 *
 * @param configuration the name of the configuration
 * @param missing what keeps it from guarding any pod, each as a clause
 * @param excluded the namespaces that its selector leaves out by name
 * @param unconcerned what its conditions leave out that no restriction concerns, each as a noun
 * @param narrowed what else leaves out requests, each as a noun
 */
record Registration(
        String configuration,
        List<String> missing,
        List<String> excluded,
        List<String> unconcerned,
        List<String> narrowed) {
    /** The name of the webhook in the configuration, by which it is found. */
    static final String WEBHOOK = "validate.tolerant.dev";

    private static final String PATH = "/validate";
    private static final String NAMESPACE_NAME = "kubernetes.io/metadata.name";
    private static final List<String> OPERATIONS = List.of("CREATE", "UPDATE");

    /**
     * The registration in a configuration; empty if it is one of other webhooks.
     *
     * @param known the conditions that leave out only what no restriction concerns
     */
    static Optional<Registration> of(ValidatingWebhookConfiguration configuration, GuardConditions known) {
        return listed(configuration.getWebhooks()).stream()
                .filter(webhook -> WEBHOOK.equals(webhook.getName()))
                .findFirst()
                .map(webhook -> of(configuration.getMetadata().getName(), webhook, known));
    }

    private static Registration of(String configuration, ValidatingWebhook webhook, GuardConditions known) {
        List<LabelSelectorRequirement> expressions = expressions(webhook.getNamespaceSelector());
        return new Registration(
                configuration,
                missing(webhook),
                expressions.stream()
                        .filter(Registration::excludesByName)
                        .flatMap(expression -> expression.getValues().stream())
                        .distinct()
                        .sorted()
                        .toList(),
                listed(webhook.getMatchConditions()).stream()
                        .flatMap(condition -> known.leftOut(condition.getExpression()).stream())
                        .toList(),
                narrowed(webhook, expressions, known));
    }

    private static List<String> missing(ValidatingWebhook webhook) {
        List<String> missing = new ArrayList<>();
        List<String> uncovered = OPERATIONS.stream()
                .filter(operation -> listed(webhook.getRules()).stream().noneMatch(rule -> covers(rule, operation)))
                .toList();
        if (!uncovered.isEmpty()) {
            missing.add("its rules leave out " + String.join(" and ", uncovered) + " of pods");
        }
        if ("Ignore".equals(webhook.getFailurePolicy())) {
            missing.add(
                    "its failurePolicy is Ignore, which lets pods in while the program cannot be reached, and must be"
                            + " Fail");
        }
        WebhookClientConfig client = webhook.getClientConfig();
        if (client == null
                || client.getCaBundle() == null
                || client.getCaBundle().isEmpty()) {
            missing.add("its clientConfig has no caBundle");
        }
        String path = client == null ? "" : path(client);
        if (!path.endsWith(PATH)) {
            missing.add("its path is '" + path + "', and must be " + PATH);
        }
        return List.copyOf(missing);
    }

    private static boolean covers(RuleWithOperations rule, String operation) {
        return has(rule.getOperations(), operation, "*")
                && has(rule.getApiGroups(), "", "*")
                && has(rule.getApiVersions(), "v1", "*")
                && (has(rule.getResources(), "pods", "*") || has(rule.getResources(), "*/*", "*"))
                && !"Cluster".equals(rule.getScope());
    }

    private static boolean has(@Nullable List<String> values, String value, String all) {
        return listed(values).contains(value) || listed(values).contains(all);
    }

    /** A URL may have a prefix before the path, for a proxy. */
    private static String path(WebhookClientConfig client) {
        if (client.getService() != null) {
            return Objects.requireNonNullElse(client.getService().getPath(), "/");
        }
        try {
            return Objects.requireNonNullElse(
                    URI.create(Objects.requireNonNullElse(client.getUrl(), "")).getPath(), "");
        } catch (IllegalArgumentException unreadable) {
            return "";
        }
    }

    private static List<String> narrowed(
            ValidatingWebhook webhook, List<LabelSelectorRequirement> namespaces, GuardConditions known) {
        List<String> narrowed = new ArrayList<>();
        if (hasLabels(webhook.getNamespaceSelector())
                || namespaces.stream().anyMatch(expression -> !excludesByName(expression))) {
            narrowed.add("namespaceSelector");
        }
        LabelSelector objects = webhook.getObjectSelector();
        if (hasLabels(objects) || !expressions(objects).isEmpty()) {
            narrowed.add("objectSelector");
        }
        for (MatchCondition condition : listed(webhook.getMatchConditions())) {
            if (known.leftOut(condition.getExpression()).isEmpty()) {
                narrowed.add("matchCondition " + condition.getName());
            }
        }
        return List.copyOf(narrowed);
    }

    private static boolean excludesByName(LabelSelectorRequirement expression) {
        return NAMESPACE_NAME.equals(expression.getKey()) && "NotIn".equals(expression.getOperator());
    }

    private static boolean hasLabels(@Nullable LabelSelector selector) {
        Map<String, String> labels = selector == null ? null : selector.getMatchLabels();
        return labels != null && !labels.isEmpty();
    }

    private static List<LabelSelectorRequirement> expressions(@Nullable LabelSelector selector) {
        return selector == null ? List.of() : listed(selector.getMatchExpressions());
    }

    private static <T> List<T> listed(@Nullable List<T> list) {
        return Objects.requireNonNullElse(list, List.of());
    }

    /** Whether it guards the pods that it covers. */
    boolean isComplete() {
        return missing.isEmpty();
    }

    /** How many limits it sets to what it covers. */
    int limits() {
        return excluded.size() + narrowed.size();
    }

    /** What the registration does for restrictions, with the reason. */
    Observation enforcement() {
        String name = "ValidatingWebhookConfiguration " + configuration;
        if (!isComplete()) {
            return Observation.fails(
                    "IncompleteRegistration",
                    "the webhook " + WEBHOOK + " of " + name + " is no guard: " + String.join("; ", missing));
        }
        String covered = "the API server asks the program about every pod that is created or updated, by " + name;
        String except = excluded.isEmpty() ? "" : ", except in these namespaces: " + String.join(", ", excluded);
        String plain = unconcerned.isEmpty()
                ? ""
                : "; it does not ask about what no restriction concerns: " + String.join(", ", unconcerned);
        String further = narrowed.isEmpty() ? "" : "; narrowed by its " + String.join(", ", narrowed);
        return Observation.holds("Registered", covered + except + plain + further);
    }

    /** What several registrations do together: the one that covers most decides, and of two alike the first by name. */
    static Observation enforcement(Stream<Registration> registrations) {
        return registrations
                .min(Comparator.comparing(Registration::isComplete)
                        .reversed()
                        .thenComparing(Registration::limits)
                        .thenComparing(Registration::configuration))
                .map(Registration::enforcement)
                .orElseGet(
                        () -> Observation.fails(
                                "NoRegistration",
                                "no ValidatingWebhookConfiguration has a webhook " + WEBHOOK
                                        + ": set restrictions.enabled=true in the chart's values, or register /validate by hand"));
    }
}

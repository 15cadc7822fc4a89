package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.policy.LabelSelector;
import dev.tolerant.engine.policy.LabelSelector.Operator;
import dev.tolerant.engine.policy.LabelSelector.Requirement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which objects the API server asks the webhook about, as MutatingWebhookConfigurations and ValidatingWebhookConfigurations
 * say. Match conditions, which are CEL, count as met.
 */
public final class WebhookRegistration {
    /** Every object is asked about. */
    public static final WebhookRegistration EVERYTHING = new WebhookRegistration(List.of(
            new Hook("", true, List.of(Rule.EVERYTHING), LabelSelector.EVERYTHING, LabelSelector.EVERYTHING),
            new Hook("", false, List.of(Rule.EVERYTHING), LabelSelector.EVERYTHING, LabelSelector.EVERYTHING)));

    /** No object is asked about. */
    public static final WebhookRegistration NOTHING = new WebhookRegistration(List.of());

    private static final String MUTATING = "admissionregistration.k8s.io/v1/MutatingWebhookConfiguration";
    private static final String VALIDATING = "admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration";
    private static final String OURS = ".tolerant.dev";
    private static final String NAMESPACE_NAME = "kubernetes.io/metadata.name";

    private final List<Hook> hooks;

    private WebhookRegistration(List<Hook> hooks) {
        this.hooks = hooks;
    }

    /** One webhook of a configuration. */
    private record Hook(
            String name, boolean mutates, List<Rule> rules, LabelSelector namespaces, LabelSelector objects) {

        /** Whether it is called about objects of a namespace with these labels at all. */
        boolean covers(String namespace, Map<String, String> labels) {
            Map<String, String> all = new HashMap<>(labels);
            all.put(NAMESPACE_NAME, namespace);
            return namespaces.matches(all);
        }

        /** Why it is not called; empty if it is. */
        Optional<String> refusesToAsk(String namespace, Map<String, String> labels, JsonNode object) {
            if (!covers(namespace, labels)) {
                return Optional.of("the namespaceSelector of " + name + " leaves out namespace " + namespace);
            }
            return objects.matches(labels(object))
                    ? Optional.empty()
                    : Optional.of("the objectSelector of " + name + " leaves out its labels");
        }
    }

    /** What a webhook is called for. */
    private record Rule(Set<String> operations, Set<String> resources) {
        private static final String ALL = "*";
        static final Rule EVERYTHING = new Rule(Set.of(ALL), Set.of(ALL));

        boolean covers(String operation, String resource) {
            return (operations.contains(ALL) || operations.contains(operation))
                    && (resources.contains(ALL) || resources.contains("*/*") || resources.contains(resource));
        }
    }

    /**
     * The registration that the chart makes by default, with restrictions.
     *
     * @param podsOptOut whether pods opt out by a label too
     */
    public static WebhookRegistration ofChart(boolean podsOptOut) {
        Requirement excluded =
                new Requirement(NAMESPACE_NAME, Operator.NOT_IN, Set.of("kube-system", "tolerant-system"));
        Requirement optOut = new Requirement("tolerant.dev/inject", Operator.NOT_IN, Set.of("false"));
        LabelSelector optedIn = new LabelSelector(Map.of(), List.of(excluded, optOut));
        LabelSelector pods = podsOptOut ? new LabelSelector(Map.of(), List.of(optOut)) : LabelSelector.EVERYTHING;
        return new WebhookRegistration(List.of(
                new Hook("create.tolerant.dev", true, List.of(rule("CREATE", "pods")), optedIn, pods),
                new Hook(
                        "daemonsets.tolerant.dev",
                        true,
                        List.of(rule("CREATE", "daemonsets")),
                        optedIn,
                        LabelSelector.EVERYTHING),
                new Hook(
                        "validate.tolerant.dev",
                        false,
                        List.of(rule("CREATE", "pods")),
                        new LabelSelector(Map.of(), List.of(excluded)),
                        LabelSelector.EVERYTHING)));
    }

    /** Whether it is an object that {@link #of} reads. */
    public static boolean isIn(Manifest manifest) {
        return manifest.type().equals(MUTATING) || manifest.type().equals(VALIDATING);
    }

    /** The registration in these objects; empty if none of them names a webhook of the program. */
    public static Optional<WebhookRegistration> of(List<Manifest> manifests) {
        List<Hook> hooks = new ArrayList<>();
        for (Manifest manifest : manifests) {
            for (JsonNode webhook : manifest.object().path("webhooks")) {
                if (isIn(manifest) && webhook.path("name").asText().endsWith(OURS)) {
                    hooks.add(hook(webhook, manifest.type().equals(MUTATING)));
                }
            }
        }
        return hooks.isEmpty() ? Optional.empty() : Optional.of(new WebhookRegistration(List.copyOf(hooks)));
    }

    /** Whether the API server asks about objects of a namespace with these labels at all. */
    public boolean covers(String namespace, Map<String, String> labels) {
        return hooks.stream().anyMatch(hook -> hook.covers(namespace, labels));
    }

    /** The labels of objects on which it depends whether the API server asks about them. */
    public Set<String> objectLabels() {
        Set<String> keys = new HashSet<>();
        hooks.forEach(hook -> keys.addAll(hook.objects().keys()));
        return keys;
    }

    /** Why the API server does not ask for changes to a new object, as a clause; empty if it asks. */
    Optional<String> unasked(AdmissionReview question, Map<String, String> namespaceLabels) {
        return unasked(question, namespaceLabels, true);
    }

    /** Whether the API server asks if a new object may be stored. */
    boolean judges(AdmissionReview question, Map<String, String> namespaceLabels) {
        return unasked(question, namespaceLabels, false).isEmpty();
    }

    private Optional<String> unasked(AdmissionReview question, Map<String, String> labels, boolean mutates) {
        JsonNode request = question.request();
        String operation = request.path("operation").asText();
        String resource = request.path("kind").path("kind").asText().equals("Pod") ? "pods" : "daemonsets";
        List<Hook> concerned = hooks.stream()
                .filter(hook -> hook.mutates() == mutates)
                .filter(hook -> hook.rules().stream().anyMatch(rule -> rule.covers(operation, resource)))
                .toList();
        List<String> reasons = new ArrayList<>();
        for (Hook hook : concerned) {
            Optional<String> reason =
                    hook.refusesToAsk(request.path("namespace").asText(), labels, request.path("object"));
            if (reason.isEmpty()) {
                return Optional.empty();
            }
            reasons.add(reason.get());
        }
        return Optional.of(
                reasons.isEmpty()
                        ? "no webhook of the registration covers new " + resource
                        : String.join("; ", reasons));
    }

    private static Rule rule(String operation, String resource) {
        return new Rule(Set.of(operation), Set.of(resource));
    }

    private static Hook hook(JsonNode webhook, boolean mutates) {
        List<Rule> rules = new ArrayList<>();
        webhook.path("rules")
                .forEach(rule -> rules.add(new Rule(texts(rule.path("operations")), texts(rule.path("resources")))));
        return new Hook(
                webhook.path("name").asText(),
                mutates,
                rules,
                selector(webhook.path("namespaceSelector")),
                selector(webhook.path("objectSelector")));
    }

    private static LabelSelector selector(JsonNode selector) {
        List<Requirement> requirements = new ArrayList<>();
        for (JsonNode expression : selector.path("matchExpressions")) {
            operator(expression.path("operator").asText())
                    .map(operator -> new Requirement(
                            expression.path("key").asText(), operator, texts(expression.path("values"))))
                    .ifPresent(requirements::add);
        }
        return new LabelSelector(map(selector.path("matchLabels")), requirements);
    }

    private static Optional<Operator> operator(String text) {
        return Stream.of(Operator.values())
                .filter(operator -> operator.text().equalsIgnoreCase(text))
                .findFirst();
    }

    private static Map<String, String> labels(JsonNode object) {
        return map(object.path("metadata").path("labels"));
    }

    private static Map<String, String> map(JsonNode object) {
        Map<String, String> map = new HashMap<>();
        object.fields()
                .forEachRemaining(
                        field -> map.put(field.getKey(), field.getValue().asText()));
        return map;
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> texts = new HashSet<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}

package dev.tolerant.observed.registration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.tolerant.engine.crd.PolicyReader;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Requirement.Operator;
import dev.tolerant.observed.registration.Webhook.RuleWithOperations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The webhooks of the program that the API server calls, as configurations say; match conditions, which are CEL, count as met. */
public record Registration(List<Webhook> webhooks) {
    public static final Registration EVERYTHING =
            new Registration(List.of(new Webhook("", RuleWithOperations.EVERYTHING, LabelSelector.EVERYTHING)));

    private static final String MUTATING = "admissionregistration.k8s.io/v1/MutatingWebhookConfiguration";
    private static final LabelSelector OPTED_IN = new LabelSelector(
            Map.of(),
            List.of(
                    new Requirement(
                            NamespaceFacts.NAME_LABEL, Operator.NOT_IN, Set.of("kube-system", "tolerant-system")),
                    new Requirement(PodFacts.INJECT_LABEL, Operator.NOT_IN, Set.of("false"))));
    public static final Registration OF_CHART = new Registration(List.of(
            new Webhook("create.tolerant.dev", RuleWithOperations.of("CREATE", "pods"), OPTED_IN),
            new Webhook("daemonsets.tolerant.dev", RuleWithOperations.of("CREATE", "daemonsets"), OPTED_IN)));

    /** Stands for a registration where the API server asks no webhook: the new pods that it gives something by itself. */
    public static Registration byItself(LabelSelector namespaces, LabelSelector pods) {
        return new Registration(List.of(new Webhook(
                "",
                "the MutatingAdmissionPolicy",
                List.of(RuleWithOperations.of("CREATE", "pods")),
                namespaces,
                pods,
                MissingNode.getInstance())));
    }

    /** True of an object that {@link #of} reads. */
    public static boolean isIn(Manifest manifest) {
        return manifest.type().equals(MUTATING);
    }

    /** Empty if none of these objects names a webhook of the program. */
    public static Optional<Registration> of(List<Manifest> manifests) {
        List<Webhook> ours = manifests.stream()
                .filter(Registration::isIn)
                .flatMap(manifest -> Webhook.in(manifest.object()).stream())
                .filter(Webhook::isOurs)
                .toList();
        return ours.isEmpty() ? Optional.empty() : Optional.of(new Registration(ours));
    }

    public boolean covers(NamespaceFacts namespace) {
        return webhooks.stream().anyMatch(webhook -> webhook.covers(namespace));
    }

    public boolean asksAboutNewPod(NamespaceFacts namespace, Map<String, String> labels) {
        return webhooks.stream()
                .filter(webhook -> webhook.covers("CREATE", "pods"))
                .anyMatch(webhook -> webhook.leavesOut(namespace, labels).isEmpty());
    }

    /** Those on which it depends whether the API server asks about an object. */
    public Set<String> objectLabels() {
        return webhooks.stream()
                .flatMap(webhook -> webhook.objects().keys().stream())
                .collect(Collectors.toSet());
    }

    /** A clause that says why the API server does not ask for changes to the new object of a request in the namespace; empty if it asks. */
    public Optional<String> unasked(JsonNode request, NamespaceFacts namespace) {
        String operation = request.path("operation").asText();
        String resource = request.path("kind").path("kind").asText().equals("Pod") ? "pods" : "daemonsets";
        Map<String, String> labels = PolicyReader.labels(request.at("/object/metadata/labels"));
        List<Optional<String>> reasons = webhooks.stream()
                .filter(webhook -> webhook.covers(operation, resource))
                .map(webhook -> webhook.leavesOut(namespace, labels))
                .toList();
        if (reasons.isEmpty()) {
            return Optional.of("no webhook of the registration covers new " + resource);
        }
        return reasons.stream().anyMatch(Optional::isEmpty)
                ? Optional.empty()
                : reasons.stream().flatMap(Optional::stream).reduce((one, other) -> one + "; " + other);
    }

    /** The new pods that a mutating webhook of the program covers, by labels. */
    public record Coverage(LabelSelector namespaces, LabelSelector pods) {

        public static Set<Coverage> of(List<Webhook> webhooks) {
            return webhooks.stream()
                    .filter(webhook -> webhook.isOurs() && webhook.covers("CREATE", "pods"))
                    .map(webhook -> new Coverage(webhook.namespaces(), webhook.objects()))
                    .collect(Collectors.toUnmodifiableSet());
        }

        public boolean covers(Map<String, String> namespaceLabels, Map<String, String> podLabels) {
            return namespaces.matches(namespaceLabels) && pods.matches(podLabels);
        }
    }
}

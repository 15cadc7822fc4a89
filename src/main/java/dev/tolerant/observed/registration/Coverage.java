package dev.tolerant.observed.registration;

import dev.tolerant.engine.model.LabelSelector;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The pods about which a mutating webhook of the program has the API server ask when they are created. */
public record Coverage(LabelSelector namespaces, LabelSelector pods) {

    /** What these webhooks cover. */
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

package dev.tolerant.server.certificate;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jboss.logging.Logger;

/**
 * The program's own MutatingWebhookConfiguration, whose caBundle it writes. It needs get and patch of this one object.
 * Immutable; the thread that looks after the certificate uses it, because each call waits for the API server.
 */
record WebhookConfiguration(KubernetesClient client, String name) {
    private static final Logger LOG = Logger.getLogger(WebhookConfiguration.class);

    /** Has API servers trust the authorities, in place of others only if {@code replaces}; false if it had to write. */
    boolean trusts(String caBundle, boolean replaces) {
        Resource<MutatingWebhookConfiguration> resource =
                client.resources(MutatingWebhookConfiguration.class).withName(name);
        MutatingWebhookConfiguration found = resource.get();
        if (found == null) {
            throw new KubernetesClientException("the object is missing; restore it with helm upgrade");
        }
        String encoded = Base64.getEncoder().encodeToString(caBundle.getBytes(StandardCharsets.US_ASCII));
        List<Map<String, String>> patch = patch(found.getWebhooks(), encoded, replaces);
        if (patch.isEmpty()) {
            return true;
        }
        resource.patch(PatchContext.of(PatchType.JSON), Serialization.asJson(patch));
        LOG.infof("wrote the caBundle of %s", this);
        return false;
    }

    /** Tests each webhook's name first: between reading and writing the list may have changed. */
    private static List<Map<String, String>> patch(List<MutatingWebhook> webhooks, String caBundle, boolean replaces) {
        List<Map<String, String>> patch = new ArrayList<>();
        for (int i = 0; i < webhooks.size(); i++) {
            MutatingWebhook webhook = webhooks.get(i);
            String trusted =
                    Objects.requireNonNullElse(webhook.getClientConfig().getCaBundle(), "");
            if (trusted.equals(caBundle) || !(replaces || trusted.isEmpty())) {
                continue;
            }
            String path = "/webhooks/" + i;
            patch.add(Map.of("op", "test", "path", path + "/name", "value", webhook.getName()));
            patch.add(Map.of("op", "add", "path", path + "/clientConfig/caBundle", "value", caBundle));
        }
        return patch;
    }

    @Override
    public String toString() {
        return "MutatingWebhookConfiguration " + name;
    }
}

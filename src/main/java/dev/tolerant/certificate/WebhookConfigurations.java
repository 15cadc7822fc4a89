package dev.tolerant.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The program's own registrations, whose caBundle it writes. It needs get and patch of these objects. */
final class WebhookConfigurations {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KubernetesClient client;
    private final List<String> mutating;
    private final List<String> validating;

    WebhookConfigurations(KubernetesClient client, List<String> mutating, List<String> validating) {
        this.client = client;
        this.mutating = List.copyOf(mutating);
        this.validating = List.copyOf(validating);
    }

    /**
     * Has API servers trust the authorities.
     *
     * @return the names of the configurations that had another caBundle
     * @throws MissingConfigurationException if one of them is not there
     */
    List<String> trust(String caBundle) throws MissingConfigurationException {
        String encoded = Base64.getEncoder().encodeToString(caBundle.getBytes(StandardCharsets.US_ASCII));
        List<String> changed = new ArrayList<>();
        for (String name : mutating) {
            if (write(MutatingWebhookConfiguration.class, name, encoded)) {
                changed.add("MutatingWebhookConfiguration " + name);
            }
        }
        for (String name : validating) {
            if (write(ValidatingWebhookConfiguration.class, name, encoded)) {
                changed.add("ValidatingWebhookConfiguration " + name);
            }
        }
        return changed;
    }

    private boolean write(Class<? extends HasMetadata> kind, String name, String caBundle)
            throws MissingConfigurationException {
        Resource<? extends HasMetadata> resource = client.resources(kind).withName(name);
        HasMetadata found = resource.get();
        if (found == null) {
            throw new MissingConfigurationException(kind.getSimpleName() + " " + name);
        }
        ArrayNode patch = patch(JSON.valueToTree(found).path("webhooks"), caBundle);
        if (patch.isEmpty()) {
            return false;
        }
        resource.patch(PatchContext.of(PatchType.JSON), patch.toString());
        return true;
    }

    /** Tests each webhook's name first: between reading and writing the list may have changed. */
    private static ArrayNode patch(JsonNode webhooks, String caBundle) {
        ArrayNode patch = JSON.createArrayNode();
        for (int i = 0; i < webhooks.size(); i++) {
            JsonNode webhook = webhooks.get(i);
            if (webhook.at("/clientConfig/caBundle").asText().equals(caBundle)) {
                continue;
            }
            ObjectNode test = patch.addObject().put("op", "test").put("path", "/webhooks/" + i + "/name");
            test.set("value", webhook.path("name"));
            patch.addObject()
                    .put("op", "add")
                    .put("path", "/webhooks/" + i + "/clientConfig/caBundle")
                    .put("value", caBundle);
        }
        return patch;
    }
}

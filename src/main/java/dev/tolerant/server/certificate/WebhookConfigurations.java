package dev.tolerant.server.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The program's own MutatingWebhookConfigurations, whose caBundle it writes. It needs get and patch of these objects. */
final class WebhookConfigurations {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KubernetesClient client;
    private final List<String> names;

    WebhookConfigurations(KubernetesClient client, List<String> names) {
        this.client = client;
        this.names = List.copyOf(names);
    }

    /**
     * The result of writing a caBundle.
     *
     * @param changed the configurations that had another one
     * @param problems a sentence for each that could not be written
     */
    record Outcome(List<String> changed, List<String> problems) {}

    /**
     * Makes API servers trust the authorities; a problem with one configuration does not affect the others.
     *
     * @param replaces whether also where others are trusted
     */
    Outcome trust(String caBundle, boolean replaces) {
        String encoded = Base64.getEncoder().encodeToString(caBundle.getBytes(StandardCharsets.US_ASCII));
        Outcome outcome = new Outcome(new ArrayList<>(), new ArrayList<>());
        names.forEach(name -> write(name, encoded, replaces, outcome));
        return outcome;
    }

    private void write(String name, String caBundle, boolean replaces, Outcome outcome) {
        String configuration = "MutatingWebhookConfiguration " + name;
        try {
            Resource<MutatingWebhookConfiguration> resource =
                    client.resources(MutatingWebhookConfiguration.class).withName(name);
            MutatingWebhookConfiguration found = resource.get();
            if (found == null) {
                outcome.problems().add(configuration + " is missing: restore it with helm upgrade");
                return;
            }
            ArrayNode patch = patch(JSON.valueToTree(found).path("webhooks"), caBundle, replaces);
            if (!patch.isEmpty()) {
                resource.patch(PatchContext.of(PatchType.JSON), patch.toString());
                outcome.changed().add(configuration);
            }
        } catch (KubernetesClientException failed) {
            outcome.problems()
                    .add("the caBundle of " + configuration + " cannot be written: " + ApiFailure.why(failed));
        }
    }

    /** Tests each webhook's name first: between reading and writing the list may have changed. */
    private static ArrayNode patch(JsonNode webhooks, String caBundle, boolean replaces) {
        ArrayNode patch = JSON.createArrayNode();
        for (int i = 0; i < webhooks.size(); i++) {
            JsonNode webhook = webhooks.get(i);
            String trusted = webhook.at("/clientConfig/caBundle").asText();
            if (trusted.equals(caBundle) || !(replaces || trusted.isEmpty())) {
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

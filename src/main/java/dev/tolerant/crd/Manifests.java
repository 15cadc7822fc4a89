package dev.tolerant.crd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.toleration.TolerationRules;
import dev.tolerant.crd.PolicyCompiler.Compiled;
import dev.tolerant.manifest.ManifestFile;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.ArrayList;
import java.util.List;

/**
 * What a list of manifests comes to.
 *
 * @param broken the names of policies and namespaces that are there but cannot be used, as {@code kind/name}
 * @param problems a sentence for each thing that cannot be used
 */
record Manifests(List<NamespaceFacts> namespaces, List<Policy> policies, List<String> broken, List<String> problems) {
    private static final ObjectMapper LENIENT = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    static Manifests read(List<ManifestFile.Manifest> manifests, TolerationRules rules) {
        Manifests read = new Manifests(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        manifests.forEach(manifest -> read.add(manifest, rules));
        return read;
    }

    private void add(ManifestFile.Manifest manifest, TolerationRules rules) {
        JsonNode object = manifest.object();
        String kind = object.path("kind").asText();
        String type = object.path("apiVersion").asText() + " " + kind;
        boolean isPolicy = type.equals("tolerant.dev/v1alpha1 TolerationPolicy");
        if (!isPolicy && !type.equals("v1 Namespace")) {
            problems.add(manifest.place() + " is passed over: it must be a v1 Namespace or a tolerant.dev/v1alpha1"
                    + " TolerationPolicy, but is '" + type.trim() + "'");
            return;
        }
        String name = object.path("metadata").path("name").asText();
        if (name.isEmpty()) {
            problems.add(manifest.place() + " is passed over: metadata.name is missing");
            return;
        }
        List<String> errors = isPolicy ? addPolicy(object, rules) : addNamespace(object, rules);
        if (!errors.isEmpty()) {
            broken.add(kind + "/" + name);
        }
        for (String error : errors) {
            problems.add(manifest.place() + ": " + kind + " " + name + " cannot be used: " + error);
        }
    }

    private List<String> addPolicy(JsonNode object, TolerationRules rules) {
        Compiled compiled = PolicyObject.compile(object, rules);
        if (compiled.policy() != null) {
            policies.add(compiled.policy());
        }
        return compiled.errors();
    }

    private List<String> addNamespace(JsonNode object, TolerationRules rules) {
        try {
            NamespaceFacts facts = NamespaceReader.read(LENIENT.treeToValue(object, Namespace.class), rules);
            namespaces.add(facts);
            problems.addAll(facts.problems());
            return List.of();
        } catch (JsonProcessingException wrongType) {
            return List.of(PolicyObject.whatIsWrong(wrongType));
        }
    }
}

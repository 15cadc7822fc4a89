package dev.tolerant.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.NamespaceReader;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.settings.TolerantConfig;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;

/** Reads Namespace objects for tests of other packages, as the sources do. */
public final class NamespaceFixture {
    private NamespaceFixture() {}

    /** The namespace {@code shop} with one annotation. */
    public static Namespace annotated(String annotation, String value) {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName("shop")
                .addToAnnotations(annotation, value)
                .endMetadata()
                .build();
    }

    public static NamespaceFacts read(Namespace namespace, TolerantConfig config) {
        return read(namespace, new TolerationRules(config.comparisonOperators()));
    }

    public static NamespaceFacts read(Namespace namespace, TolerationRules rules) {
        ObjectNode object = Serialization.jsonMapper().valueToTree(namespace);
        try {
            return NamespaceReader.read(new Manifest(Place.NOWHERE, object), rules);
        } catch (InvalidManifestException wrong) {
            throw new IllegalArgumentException(wrong);
        }
    }
}

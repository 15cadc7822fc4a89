package dev.tolerant.engine.crd;

import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.TolerationRules;
import dev.tolerant.settings.TolerantConfig;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;

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
        return NamespaceReader.read(namespace, new TolerationRules(config.comparisonOperators()));
    }
}

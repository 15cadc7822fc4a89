package dev.tolerant.crd;

import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.toleration.TolerationRules;
import dev.tolerant.settings.TolerantConfig;
import io.fabric8.kubernetes.api.model.Namespace;

/** Reads Namespace objects for tests of other packages, as the sources do. */
public final class NamespaceFixture {
    private NamespaceFixture() {}

    public static NamespaceFacts read(Namespace namespace, TolerantConfig config) {
        return NamespaceReader.read(namespace, new TolerationRules(config.comparisonOperators()));
    }
}

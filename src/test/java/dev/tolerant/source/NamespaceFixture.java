package dev.tolerant.source;

import dev.tolerant.policy.NamespaceFacts;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.toleration.TolerationRules;
import io.fabric8.kubernetes.api.model.Namespace;

/** Reads Namespace objects for tests of other packages, as the sources do. */
public final class NamespaceFixture {
    private NamespaceFixture() {}

    public static NamespaceFacts read(Namespace namespace, TolerantConfig config) {
        return NamespaceReader.read(namespace, new TolerationRules(config.comparisonOperators()));
    }
}

package dev.tolerant.testing;

import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Toleration;
import java.util.List;
import java.util.Map;

/** Builds the facts of the namespace {@code shop}; fields that a test does not set are empty. */
public final class NamespaceFactsFixture {
    private Map<String, String> labels = Map.of();
    private List<Toleration> defaults = List.of();
    private List<Toleration> whitelist = List.of();
    private List<NamespaceFacts.AnnotationProblem> problems = List.of();

    private NamespaceFactsFixture() {}

    public static NamespaceFactsFixture aNamespace() {
        return new NamespaceFactsFixture();
    }

    /** A namespace without labels and annotations. */
    public static NamespaceFacts plain() {
        return aNamespace().build();
    }

    public NamespaceFactsFixture labelled(String key, String value) {
        return labelled(Map.of(key, value));
    }

    public NamespaceFactsFixture labelled(Map<String, String> all) {
        labels = all;
        return this;
    }

    public NamespaceFactsFixture giving(Toleration... tolerations) {
        return giving(List.of(tolerations));
    }

    public NamespaceFactsFixture giving(List<Toleration> tolerations) {
        defaults = tolerations;
        return this;
    }

    public NamespaceFactsFixture admittingOnly(Toleration... tolerations) {
        return admittingOnly(List.of(tolerations));
    }

    public NamespaceFactsFixture admittingOnly(List<Toleration> tolerations) {
        whitelist = tolerations;
        return this;
    }

    public NamespaceFactsFixture unreadable(String problem) {
        problems = List.of(new NamespaceFacts.AnnotationProblem(NamespaceFacts.DEFAULT_TOLERATIONS, problem, problem));
        return this;
    }

    public NamespaceFacts build() {
        return new NamespaceFacts("shop", true, labels, defaults, whitelist, problems, Map.of());
    }
}

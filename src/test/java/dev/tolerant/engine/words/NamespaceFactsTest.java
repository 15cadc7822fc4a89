package dev.tolerant.engine.words;

import static dev.tolerant.testing.NamespaceFactsFixture.aNamespace;
import static dev.tolerant.testing.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whitelists, opt-out labels, and namespaces that the program could not read. */
class NamespaceFactsTest {

    @Test
    void onlyTheLabelsValueFalseOptsOut() {
        assertThat(aNamespace().labelled("tolerant.dev/inject", "false").build().isOptedOut())
                .isTrue();
        assertThat(aNamespace().labelled("tolerant.dev/inject", "true").build().isOptedOut())
                .isFalse();
        assertThat(NamespaceFacts.plain("shop").isOptedOut()).isFalse();
    }

    @Test
    void anEmptyWhitelistAdmitsEverything() {
        assertThat(aNamespace().build().admits(toleration("* Ex :ANY"))).isTrue();
    }

    @Test
    void aWhitelistAdmitsWhatAnyOfItsEntriesCovers() {
        NamespaceFacts namespace = aNamespace()
                .admittingOnly(toleration("foo Ex :NS"), toleration("bar Ex :NX @60"))
                .build();

        assertThat(namespace.admits(toleration("foo Eq=x :NS"))).isTrue();
        assertThat(namespace.admits(toleration("bar Ex :NX @60"))).isTrue();
        assertThat(namespace.admits(toleration("bar Ex :NX @61"))).isFalse();
        assertThat(namespace.admits(toleration("foo Ex :ANY"))).isFalse();
    }

    @Test
    void aNamespaceWithoutAnObjectSaysNothing() {
        assertThat(NamespaceFacts.plain("shop")).isEqualTo(aNamespace().build());
    }

    /** As the API server does (SetDefaults_Namespace). */
    @ParameterizedTest
    @ValueSource(strings = {"kubernetes.io/metadata.name=other", "team=ml"})
    void itsNameIsALabelThatNothingElseCanSet(String label) {
        String[] keyAndValue = label.split("=");

        assertThat(aNamespace().labelled(keyAndValue[0], keyAndValue[1]).build().labels())
                .containsEntry("kubernetes.io/metadata.name", "shop");
        assertThat(NamespaceFacts.plain("shop").labels()).isEqualTo(Map.of("kubernetes.io/metadata.name", "shop"));
    }

    @Test
    void anUnknownNamespaceSaysNothingButThatItIsUnknown() {
        NamespaceFacts unknown = NamespaceFacts.unknown("shop");

        assertThat(unknown.known()).isFalse();
        assertThat(unknown.labels()).containsOnlyKeys(NamespaceFacts.NAME_LABEL);
        assertThat(unknown.admits(toleration("foo Ex :ANY"))).isTrue();
    }
}

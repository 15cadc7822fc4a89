package dev.tolerant.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is kept of objects: facts of the newest watch, and of its objects nothing but names. */
class FactsTest {
    private final Facts<Namespace, String> facts = new Facts<>(
            Namespace::new,
            object -> Optional.ofNullable(object.getMetadata().getLabels().get("team")));

    @Test
    void ofAnObjectOnlyTheNameComesBack() {
        ItemStore<Namespace> items = facts.items();

        items.put("shop", namespace("shop", "team", "a"));

        assertThat(facts.byName()).containsOnly(Map.entry("shop", "a"));
        assertThat(items.values())
                .containsExactly(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("shop")
                        .endMetadata()
                        .build());
        assertThat(items.get("shop")).isNotNull();
        assertThat(items.get("other")).isNull();
    }

    @Test
    void anObjectThatIsNoLongerOfInterestIsForgotten() {
        ItemStore<Namespace> items = facts.items();
        items.put("shop", namespace("shop", "team", "a"));

        items.put("shop", namespace("shop", "other", "a"));

        assertThat(facts.byName()).isEmpty();
        assertThat(items.size()).isZero();
    }

    @Test
    void aNewWatchContinuesWithWhatIsKnownAndLateEventsOfTheOldOneChangeNothing() {
        ItemStore<Namespace> old = facts.items();
        old.put("shop", namespace("shop", "team", "a"));

        ItemStore<Namespace> next = facts.items();
        old.put("late", namespace("late", "team", "b"));
        old.remove("shop");

        assertThat(facts.byName()).containsOnly(Map.entry("shop", "a"));

        next.remove("shop");

        assertThat(facts.byName()).isEmpty();
    }

    @Test
    void afterTheEndOfTheWatchNothingComesBack() {
        ItemStore<Namespace> items = facts.items();
        items.put("shop", namespace("shop", "team", "a"));

        facts.clear();
        items.put("late", namespace("late", "team", "b"));

        assertThat(facts.byName()).isEmpty();
    }

    @Test
    void onlyWhatIsKeptCountsAsAChange() {
        List<String> changed = new ArrayList<>();
        Facts<Namespace, String> watched = new Facts<>(
                Namespace::new,
                object -> Optional.ofNullable(object.getMetadata().getLabels().get("team")),
                changed::add);
        ItemStore<Namespace> items = watched.items();

        items.put("shop", namespace("shop", "team", "a"));
        items.put("shop", namespace("shop", "team", "a"));
        items.put("plain", namespace("plain", "other", "a"));
        items.remove("plain");

        assertThat(changed).containsExactly("shop");

        items.put("shop", namespace("shop", "team", "b"));
        items.put("second", namespace("second", "team", "b"));
        items.remove("second");
        watched.clear();

        assertThat(changed).containsExactly("shop", "shop", "second", "second", "shop");
    }

    private static Namespace namespace(String name, String label, String value) {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels(label, value)
                .endMetadata()
                .build();
    }
}

package dev.tolerant.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.policy.LabelSelector;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.observed.registration.Coverage;
import dev.tolerant.server.fleet.Scope.Everything;
import dev.tolerant.server.fleet.Scope.OfNamespace;
import dev.tolerant.server.fleet.Scope.OfNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which pods a change of the cluster concerns. */
class ChangesTest {
    private final Map<String, NamespaceFacts> namespaces = new HashMap<>();
    private final Map<String, Node> nodes = new HashMap<>();
    private final Changes changes = new Changes();
    private PolicySet policies = PolicySet.of(List.of());
    private Set<String> unusable = Set.of();
    private Set<Coverage> coverage = Set.of();

    @BeforeEach
    void know() {
        namespaces.put("shop", NamespaceFacts.plain("shop"));
        nodes.put("n-1", node("n-1", Map.of()));
        since();
    }

    @Test
    void nothingIsNewAtFirstOrWithoutAChange() {
        assertThat(new Changes().since(new Snapshot(policies, namespaces, nodes), unusable, coverage))
                .isEmpty();
        assertThat(since()).isEmpty();
        namespaces.put("shop", NamespaceFacts.plain("shop"));
        assertThat(since()).isEmpty();
    }

    @Test
    void theTaintsOfANodeConcernItsPodsAndItsLabelsNobody() {
        nodes.put("n-1", node("n-1", Map.of("zone", "a")));
        assertThat(since()).isEmpty();
        nodes.put("n-1", node("n-1", Map.of(), Taint.of("down", Effect.NO_EXECUTE)));
        assertThat(since()).containsExactly(new OfNode("n-1"));
        nodes.put("n-2", node("n-2", Map.of()));
        assertThat(since()).containsExactly(new OfNode("n-2"));
        nodes.remove("n-2");
        assertThat(since()).isEmpty();
    }

    @Test
    void aNamespaceConcernsItsPods() {
        namespaces.put(
                "shop", new NamespaceFacts("shop", true, Map.of("a", "b"), List.of(), List.of(), Map.of(), List.of()));
        namespaces.put("new", NamespaceFacts.plain("new"));
        assertThat(since()).containsExactlyInAnyOrder(new OfNamespace("shop"), new OfNamespace("new"));
        namespaces.remove("shop");
        assertThat(since()).isEmpty();
    }

    @Test
    void policiesAndTheRegistrationConcernEverybody() {
        policies = PolicySet.of(List.of());
        assertThat(since()).containsExactly(new Everything());
        unusable = Set.of("broken");
        assertThat(since()).containsExactly(new Everything());
        coverage = Set.of(new Coverage(LabelSelector.EVERYTHING, LabelSelector.EVERYTHING));
        assertThat(since()).containsExactly(new Everything());
        assertThat(since()).isEmpty();
    }

    private Set<Scope> since() {
        return changes.since(new Snapshot(policies, namespaces, nodes), unusable, coverage);
    }

    private static Node node(String name, Map<String, String> labels, Taint... taints) {
        return new Node(name, labels, List.of(taints));
    }
}

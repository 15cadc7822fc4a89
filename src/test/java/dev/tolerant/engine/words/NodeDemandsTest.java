package dev.tolerant.engine.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.explain.Placement.NodeDemands;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which nodes a pod's node selector and required affinity admit. */
class NodeDemandsTest {
    private static final Node NODE = new Node("n1", Map.of("pool", "ml", "cores", "8"), List.of());

    private static NodeAffinity.NodeSelectorTerm term(Requirement... expressions) {
        return new NodeAffinity.NodeSelectorTerm(List.of(expressions), List.of());
    }

    private static Requirement pool(String value) {
        return new Requirement("pool", Requirement.Operator.IN, List.of(value));
    }

    private static NodeDemands requiring(NodeAffinity.NodeSelectorTerm... terms) {
        return new NodeDemands(Map.of(), List.of(terms), true);
    }

    @Test
    void aPodWithoutDemandsIsAdmittedEverywhere() {
        NodeDemands none = new NodeDemands(Map.of(), List.of(), false);
        assertThat(none.admit(NODE)).isTrue();
    }

    @Test
    void aNodeNeedsAllLabelsOfTheSelector() {
        assertThat(new NodeDemands(Map.of("pool", "ml"), List.of(), false).admit(NODE))
                .isTrue();
        assertThat(new NodeDemands(Map.of("pool", "ml", "zone", "a"), List.of(), false).admit(NODE))
                .isFalse();
    }

    @Test
    void aNodeHasToMeetOneTermWholly() {
        Requirement large = new Requirement("cores", Requirement.Operator.GT, List.of("16"));
        assertThat(requiring(term(pool("web")), term(pool("ml"))).admit(NODE)).isTrue();
        assertThat(requiring(term(pool("ml"), large)).admit(NODE)).isFalse();
        assertThat(requiring(term(pool("web"))).admit(NODE)).isFalse();
    }

    @Test
    void noTermAndAnEmptyTermAdmitNoNode() {
        assertThat(requiring().admit(NODE)).isFalse();
        assertThat(requiring(term()).admit(NODE)).isFalse();
    }

    @Test
    void aTermCanNameTheNode() {
        Requirement name = new Requirement("metadata.name", Requirement.Operator.IN, List.of("n1"));
        NodeAffinity.NodeSelectorTerm named = new NodeAffinity.NodeSelectorTerm(List.of(), List.of(name));
        assertThat(requiring(named).admit(NODE)).isTrue();
        assertThat(requiring(named).admit(new Node("n2", Map.of(), List.of()))).isFalse();
    }
}

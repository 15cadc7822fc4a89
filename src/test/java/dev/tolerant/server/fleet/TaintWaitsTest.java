package dev.tolerant.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.server.fleet.TaintWaits.NodeTaints;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which pods the taints of nodes have waited for. */
class TaintWaitsTest {
    private static final Taint DOWN = Taint.of("down", Effect.NO_EXECUTE);
    private static final PodKey WEB = new PodKey("shop", "web");
    private static final PodKey JOB = new PodKey("shop", "job");

    private final Map<String, Node> nodes = new HashMap<>();
    private final TaintWaits waits = new TaintWaits(2);

    @Test
    void aPodWaitsUntilItsNodeHasOtherTaintsAndIsTakenOnce() {
        know("n-1", "a", DOWN);
        wait(WEB, "n-1");
        wait(JOB, "n-2");

        assertThat(waits.take(nodes)).isEmpty();
        know("n-1", "b", DOWN);
        assertThat(waits.take(nodes)).isEmpty();
        know("n-1", "b");
        assertThat(waits.take(nodes)).containsExactly(WEB);
        know("n-2", "a", DOWN);
        assertThat(waits.take(nodes)).containsExactly(JOB);
        assertThat(waits.take(nodes)).isEmpty();
    }

    @Test
    void aPodWhoseNodeIsGoneIsTaken() {
        know("n-1", "a", DOWN);
        wait(WEB, "n-1");

        nodes.clear();

        assertThat(waits.take(nodes)).containsExactly(WEB);
    }

    @Test
    void noMoreWaitThanThereIsRoomForUntilAPassBegins() {
        wait(WEB, "n-1");
        wait(JOB, "n-1");
        wait(new PodKey("shop", "late"), "n-1");
        wait(WEB, "n-2");

        know("n-1", "a");
        assertThat(waits.take(nodes)).containsExactly(JOB);
        waits.clear();
        know("n-2", "a");
        assertThat(waits.take(nodes)).isEmpty();
    }

    private void know(String name, String zone, Taint... taints) {
        nodes.put(name, new Node(name, Map.of("zone", zone), List.of(taints)));
    }

    private void wait(PodKey pod, String node) {
        waits.add(pod, NodeTaints.of(node, nodes));
    }
}

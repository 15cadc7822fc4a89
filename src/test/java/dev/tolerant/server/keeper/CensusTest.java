package dev.tolerant.server.keeper;

import static dev.tolerant.server.keeper.StoredPodFixture.on;
import static dev.tolerant.server.keeper.StoredPodFixture.pod;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.observed.stored.Judgement.PodState;
import dev.tolerant.server.keeper.Backlog.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How pods are counted across passes and changes, and which ones the taints of nodes have waited for. */
class CensusTest {
    @AutoClose
    private final KeeperFixture keeper = new KeeperFixture();

    private final Backlog backlog = new Backlog(2 * Census.CAPACITY, keeper.clock);
    private final Census census = new Census(keeper.judge(), backlog, true);

    @Test
    void aPassIsShownWhenItIsFinished() {
        census.begin();
        list(pod("web"));
        census.begin();
        list(pod("web"));

        assertThat(census.of(PodState.WOULD_CHANGE)).isZero();
        census.finish();
        assertThat(census.of(PodState.WOULD_CHANGE)).isOne();
        census.begin();
        list(on("unknown", pod("web")));
        assertThat(census.of(PodState.WOULD_CHANGE)).isOne();
        assertThat(census.of(PodState.WAITING)).isZero();
    }

    @Test
    void aPodThatIsChangedOrGoneCountsSoWheneverThePassEnds() {
        census.begin();
        for (int i = 0; i < 3; i++) {
            list(pod("web-" + i));
        }

        census.settled(PodState.CHANGED);
        census.finish();
        census.settled(PodState.UNDONE);
        census.gone();

        assertThat(census.of(PodState.WOULD_CHANGE)).isZero();
        assertThat(census.of(PodState.CHANGED)).isOne();
        assertThat(census.of(PodState.UNDONE)).isOne();
    }

    @Test
    void noNumberIsNegativeBecauseOfAPodOfAnEarlierPass() {
        census.begin();
        census.settled(PodState.CHANGED);
        list(pod("web-1"));
        census.gone();
        census.gone();
        list(pod("web-2"));
        census.finish();

        assertThat(census.of(PodState.WOULD_CHANGE)).isOne();
        assertThat(census.of(PodState.CHANGED)).isOne();
    }

    @Test
    void aPodWaitsUntilItsNodeHasOtherTaintsAndIsReleasedOnce() {
        keeper.node("n-1", NodeTaints.UNREACHABLE);
        census.begin();
        list(on("n-1", pod("web")));
        list(on("n-2", pod("job")));
        census.finish();

        assertThat(released()).isEmpty();
        keeper.nodes.put("n-1", new Node("n-1", Map.of("zone", "b"), List.of(NodeTaints.UNREACHABLE)));
        assertThat(released()).isEmpty();
        keeper.node("n-1");
        assertThat(released()).containsExactly("web");
        keeper.node("n-2", NodeTaints.UNREACHABLE);
        assertThat(released()).containsExactly("job");
        assertThat(released()).isEmpty();
        assertThat(census.of(PodState.WAITING)).isZero();
        assertThat(census.of(PodState.WOULD_CHANGE)).isEqualTo(2);
    }

    @Test
    void aPodWhoseNodeIsGoneIsReleased() {
        keeper.node("n-1", NodeTaints.UNREACHABLE);
        census.begin();
        list(on("n-1", pod("web")));

        keeper.nodes.clear();

        assertThat(released()).containsExactly("web");
    }

    @Test
    void aPodThatIsDeletedWaitsNoLonger() {
        keeper.node("n-1", NodeTaints.UNREACHABLE);
        census.begin();
        list(on("n-1", pod("web")));
        census.finish();

        census.deleted(new Backlog.PodKey("shop", "web"));
        keeper.node("n-1");

        assertThat(released()).isEmpty();
        assertThat(census.of(PodState.WAITING)).isZero();
    }

    @Test
    void aPassFindsThoseThatWaitAnew() {
        keeper.node("n-1", NodeTaints.UNREACHABLE);
        census.begin();
        list(on("n-1", pod("web")));
        list(on("n-1", pod("gone")));
        census.finish();

        census.begin();
        keeper.node("n-1", NodeTaints.NOT_READY);
        assertThat(released()).isEmpty();
        list(on("n-1", pod("web")));
        census.finish();
        keeper.node("n-1");

        assertThat(released()).containsExactly("web");
    }

    @Test
    void noMorePodsWaitThanThereIsRoomFor() {
        keeper.node("n-1", NodeTaints.UNREACHABLE);
        census.begin();
        for (int i = 0; i <= Census.CAPACITY; i++) {
            list(on("n-1", pod("web-" + i)));
        }
        list(on("n-1", pod("web-0")));

        keeper.node("n-1");

        assertThat(released()).hasSize(Census.CAPACITY).contains("web-0").doesNotContain("web-" + Census.CAPACITY);
    }

    private void list(ObjectNode pod) {
        census.listed(pod.toString().getBytes(UTF_8));
    }

    private List<String> released() {
        census.release();
        List<String> released = new ArrayList<>();
        for (Waiting next = backlog.take(); next != null; next = backlog.take()) {
            released.add(next.pod().name());
        }
        return released;
    }
}

package dev.tolerant.server.keeper;

import static dev.tolerant.server.keeper.StoredPodFixture.pod;
import static dev.tolerant.server.keeper.StoredPodFixture.seconds;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.observed.stored.Judgement.PodState;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When a keeper looks again at pods that say themselves that they are to be left alone. */
class SetAsidePodsTest {
    private static final String ALL = "GET /api/v1/pods\\?limit.*";

    @AutoClose
    private final KeeperFixture keeper = new KeeperFixture();

    /** What a pod says, and no longer says. */
    private enum Reason {
        GATES(
                PodState.GATED,
                pod -> pod.withArray("/spec/schedulingGates").addObject().put("name", "a.b/c"),
                pod -> pod.withObject("/spec").remove("schedulingGates")),
        LABEL(
                PodState.OPTED_OUT,
                pod -> pod.withObject("/metadata/labels").put("tolerant.dev/inject", "false"),
                pod -> pod.withObject("/metadata/labels").remove("tolerant.dev/inject"));

        private final PodState state;
        private final Consumer<ObjectNode> set;
        private final Consumer<ObjectNode> remove;

        Reason(PodState state, Consumer<ObjectNode> set, Consumer<ObjectNode> remove) {
            this.state = state;
            this.set = set;
            this.remove = remove;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPodOfTheFirstPassIsChangedOnceItsReasonIsGone(Reason reason) {
        keeper.server.create(pod("shop", "web", reason.set));

        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> assertThat(term.census.of(reason.state)).isOne());
            eventually(() -> assertThat(keeper.server.watches()).isOne());

            isChangedOnce(reason, term);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aNewPodIsChangedOnceItsReasonIsGone(Reason reason) {
        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> assertThat(keeper.server.watches()).isOne());
            keeper.server.create(pod("shop", "web", reason.set));
            eventually(() -> assertThat(term.census.of(reason.state)).isOne());

            isChangedOnce(reason, term);
        }
    }

    /** A pod that its controller labels just after it was made. */
    @ParameterizedTest
    @EnumSource
    void aPodThatHasItsReasonWhenItsTurnComesIsChangedOnceTheReasonIsGone(Reason reason) {
        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> assertThat(keeper.server.watches()).isOne());
            keeper.server.create(pod("web"));
            eventually(() -> assertThat(term.census.backlog.unfinished()).isOne());
            keeper.server.change("shop", "web", reason.set);
            keeper.clock.advance(Census.YOUTH);
            eventually(() -> assertThat(term.census.of(reason.state)).isOne());

            isChangedOnce(reason, term);
        }
    }

    private void isChangedOnce(Reason reason, Term term) {
        keeper.server.change("shop", "web");
        assertThat(term.census.backlog.unfinished()).isZero();
        keeper.server.change("shop", "web", reason.remove);
        eventually(() -> assertThat(term.census.backlog.unfinished()).isOne());
        assertThat(term.census.of(reason.state)).isZero();
        keeper.clock.advance(Census.YOUTH);
        eventually(() -> assertThat(seconds(keeper.server.pod("shop", "web"))).containsExactly(60L, 60L));
        eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isOne());
        assertThat(keeper.server.count(ALL)).isOne();
    }

    @Test
    void aPodThatIsDeletedIsForgotten() {
        keeper.server.create(pod("shop", "web", Reason.GATES.set));

        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> assertThat(term.census.of(PodState.GATED)).isOne());
            keeper.server.delete("shop", "web");

            eventually(() -> assertThat(term.census.of(PodState.GATED)).isZero());
        }
    }

    /** The kubelet changes the status of pods all the time. */
    @Test
    void otherPodsAreNotLookedAtWhenTheyAreChanged() {
        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> assertThat(keeper.server.watches()).isOne());
            keeper.server.create(pod("web"));
            eventually(() -> assertThat(term.census.backlog.unfinished()).isOne());
            keeper.clock.advance(Census.YOUTH);
            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isOne());
            long asked = keeper.server.count("GET .*/web");
            keeper.server.change("shop", "web");
            keeper.server.create(pod("last"));
            eventually(() -> assertThat(term.census.backlog.unfinished()).isOne());

            assertThat(keeper.server.count("GET .*/web")).isEqualTo(asked);
        }
    }
}

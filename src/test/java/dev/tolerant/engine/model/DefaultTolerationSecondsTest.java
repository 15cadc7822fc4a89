package dev.tolerant.engine.model;

import static dev.tolerant.engine.model.NodeTaints.NOT_READY;
import static dev.tolerant.engine.model.NodeTaints.UNREACHABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.model.ControlPlane.DefaultTolerationSeconds;
import org.junit.jupiter.api.Test;

/** How the program recognizes the API server's defaults. */
class DefaultTolerationSecondsTest {
    private static final Toleration NOT_READY_FOR_100 = Toleration.of(NOT_READY, TolerationSeconds.of(100));
    private static final Toleration UNREACHABLE_FOR_200 = Toleration.of(UNREACHABLE, TolerationSeconds.of(200));

    private final DefaultTolerationSeconds defaults = DefaultTolerationSeconds.of(100, 200);

    @Test
    void bothHaveTheSecondsOfTheirFlags() {
        assertThat(defaults.contains(NOT_READY_FOR_100)).isTrue();
        assertThat(defaults.contains(UNREACHABLE_FOR_200)).isTrue();
    }

    @Test
    void otherSecondsAreOfTheShapeButNotTheDefault() {
        Toleration other = NOT_READY_FOR_100.withSeconds(TolerationSeconds.of(200));

        assertThat(defaults.contains(other)).isFalse();
        assertThat(defaults.hasShapeOf(other)).isTrue();
        assertThat(defaults.hasShapeOf(UNREACHABLE_FOR_200.withSeconds(TolerationSeconds.NEVER)))
                .isTrue();
    }

    @Test
    void anotherKeyIsOfAnotherShape() {
        Toleration other = Toleration.exists("foo", NOT_READY.effect());

        assertThat(defaults.contains(other)).isFalse();
        assertThat(defaults.hasShapeOf(other)).isFalse();
    }
}

package dev.tolerant.engine.toleration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.engine.controlplane.NodeTaints;
import org.junit.jupiter.api.Test;

/** The short form that the other tests rely on. */
class ShortTolerationTest {

    @Test
    void everyPartIsRead() {
        Toleration read = ShortToleration.toleration("NR Eq=x :NX @-5");

        assertThat(read)
                .isEqualTo(new Toleration(
                        "node.kubernetes.io/not-ready",
                        Operator.EQUAL,
                        "x",
                        Effect.NO_EXECUTE,
                        TolerationSeconds.of(-5)));
    }

    @Test
    void whatIsLeftOutIsAbsent() {
        Toleration read = ShortToleration.toleration("* - :ANY");

        assertThat(read).isEqualTo(new Toleration("", Operator.OMITTED, "", Effect.ANY, TolerationSeconds.NEVER));
    }

    @Test
    void aListHasCommas() {
        assertThat(ShortToleration.list("a Ex :NS, b Gt=5 :PN"))
                .containsExactly(
                        Toleration.exists("a", Effect.NO_SCHEDULE),
                        new Toleration("b", Operator.GT, "5", Effect.PREFER_NO_SCHEDULE, TolerationSeconds.NEVER));
        assertThat(ShortToleration.list("")).isEmpty();
    }

    @Test
    void aTaintIsRead() {
        assertThat(ShortToleration.taint("foo=bar:NS")).isEqualTo(new Taint("foo", "bar", Effect.NO_SCHEDULE));
        assertThat(ShortToleration.taint("UN:NX")).isEqualTo(NodeTaints.UNREACHABLE);
    }

    @Test
    void anythingElseIsAnError() {
        assertThatThrownBy(() -> ShortToleration.toleration("foo"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'foo' is no toleration in short form");
    }
}

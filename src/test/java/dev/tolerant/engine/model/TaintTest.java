package dev.tolerant.engine.model;

import static dev.tolerant.engine.model.ShortToleration.list;
import static dev.tolerant.engine.model.ShortToleration.taint;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.model.Taint.Effect;
import org.junit.jupiter.api.Test;

/** Taints: which toleration matches first, and their text form. */
class TaintTest {

    @Test
    void theFirstMatchInListOrderIsFound() {
        assertThat(Toleration.firstOf(list("foo Ex :NX, NR Ex :NX @5, * Ex :ANY"), taint("NR:NX")))
                .isEqualTo(1);
        assertThat(Toleration.firstOf(list("* Ex :ANY, NR Ex :NX @5"), taint("NR:NX")))
                .isZero();
    }

    @Test
    void withoutAMatchThereIsNoFirst() {
        assertThat(Toleration.firstOf(list("NR Ex :NS, UN Ex :NX"), taint("NR:NX")))
                .isEqualTo(-1);
        assertThat(Toleration.firstOf(list(""), taint("NR:NX"))).isEqualTo(-1);
    }

    @Test
    void aTaintIsWrittenAsKubectlTakesIt() {
        assertThat(taint("dedicated=ml:NS")).hasToString("dedicated=ml:NoSchedule");
        assertThat(Taint.of("dedicated", Effect.PREFER_NO_SCHEDULE)).hasToString("dedicated:PreferNoSchedule");
    }
}

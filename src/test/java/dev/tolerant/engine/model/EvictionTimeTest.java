package dev.tolerant.engine.model;

import static dev.tolerant.engine.model.ShortToleration.list;
import static dev.tolerant.engine.model.ShortToleration.taint;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.model.TaintRules.EvictionTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Evictions that the controller's own tests do not cover. */
class EvictionTimeTest {

    @Test
    void onlyNoExecuteEvicts() {
        assertThat(EvictionTime.of(list(""), List.of(taint("foo:NS"), taint("foo:PN"))))
                .isEqualTo(EvictionTime.NEVER);
    }

    @Test
    void aTaintBehindOneThatDoesNotEvictCounts() {
        assertThat(EvictionTime.of(list(""), List.of(taint("foo:NS"), taint("foo:NX"))))
                .isEqualTo(EvictionTime.AT_ONCE);
    }

    @Test
    void theSoonestOfSeveralTaintsCounts() {
        List<Toleration> tolerations = list("a Ex :NX @20, b Ex :NX @10, c Ex :NX @30");

        assertThat(EvictionTime.of(tolerations, List.of(taint("a:NX"), taint("b:NX"), taint("c:NX"))))
                .isEqualTo(new EvictionTime(false, 10));
    }

    @Test
    void aCleanNodeKeepsThePod() {
        assertThat(EvictionTime.of(list(""), List.of())).isEqualTo(EvictionTime.NEVER);
    }
}

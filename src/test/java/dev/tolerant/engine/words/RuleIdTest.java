package dev.tolerant.engine.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The names of sources of steps. */
class RuleIdTest {
    @Test
    void aRuleHasTheNameOfItsSettingAndAPolicyItsOwnToo() {
        assertThat(RuleId.NODE_FAILURE).hasToString("node-failure");
        assertThat(RuleId.policy("a.b-c")).hasToString("policies/a.b-c");
    }

    @Test
    void onlyOnePolicyIsAPolicy() {
        assertThat(RuleId.policy("ml").isPolicy()).isTrue();
        assertThat(RuleId.POLICIES.isPolicy()).isFalse();
    }
}

package dev.tolerant.engine.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The names of sources of steps. */
class RuleIdTest {
    @ParameterizedTest
    @EnumSource(RuleId.Kind.class)
    void aRuleIsFoundByItsName(RuleId.Kind kind) {
        assertThat(RuleId.of(kind.code())).contains(new RuleId(kind, ""));
        assertThat(RuleId.of(new RuleId(kind, "").toString())).contains(new RuleId(kind, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ml", "a.b-c", "policies", "policies/x", "node-failure"})
    void aPolicyIsFoundByItsName(String name) {
        assertThat(RuleId.of("policies/" + name)).contains(RuleId.policy(name));
        assertThat(RuleId.of(RuleId.policy(name).toString())).contains(RuleId.policy(name));
    }

    @Test
    void onlyOnePolicyIsAPolicy() {
        assertThat(RuleId.policy("ml").isPolicy()).isTrue();
        assertThat(RuleId.POLICIES.isPolicy()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "policies/",
                "policy/ml",
                "Node-Failure",
                "NODE_FAILURE",
                "node-failure/x",
                "api-server",
                "other"
            })
    void anyOtherTextNamesNoSource(String name) {
        assertThat(RuleId.of(name)).isEmpty();
    }
}

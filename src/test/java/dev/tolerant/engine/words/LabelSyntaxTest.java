package dev.tolerant.engine.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Label names and values, up to their limits. */
class LabelSyntaxTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "Z",
                "0",
                "9",
                "az-AZ_09.z",
                "a/b",
                "example.com/pool",
                "1a.b-2.c3/x",
                "a-b/c",
                "z9/A",
                "a0/b"
            })
    void aName(String text) {
        assertThat(LabelSyntax.isName(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "-a", "a-", ".a", "a_", "a b", "a:b", "a@b", "a[b", "a`b", "a{b", "é", "/", "/a", "a/", "a/b/c",
                "A/b", "a_b/c", ".a/b", "a./b", "a..b/c", "-a/b", "a-/b", "a.-b/c", "a-.b/c", "a/-b", "a/b-", "a/b c",
                "`/b", "{/b", "a:/b"
            })
    void noName(String text) {
        assertThat(LabelSyntax.isName(text)).isFalse();
    }

    @Test
    void aNameEndsAfterSixtyThreeCharacters() {
        assertThat(LabelSyntax.isName("a".repeat(63))).isTrue();
        assertThat(LabelSyntax.isName("a".repeat(64))).isFalse();
        assertThat(LabelSyntax.isName("a/" + "b".repeat(63))).isTrue();
        assertThat(LabelSyntax.isName("a/" + "b".repeat(64))).isFalse();
    }

    @Test
    void aPrefixEndsAfterTwoHundredAndFiftyThree() {
        assertThat(LabelSyntax.isName("a".repeat(253) + "/b")).isTrue();
        assertThat(LabelSyntax.isName("a".repeat(254) + "/b")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "Ml_2.x-y", "0"})
    void aValue(String text) {
        assertThat(LabelSyntax.isValue(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "a/b", "-", "a-", "_a", "a=b"})
    void noValue(String text) {
        assertThat(LabelSyntax.isValue(text)).isFalse();
    }

    @Test
    void aValueEndsAfterSixtyThreeCharacters() {
        assertThat(LabelSyntax.isValue("a".repeat(63))).isTrue();
        assertThat(LabelSyntax.isValue("a".repeat(64))).isFalse();
    }
}

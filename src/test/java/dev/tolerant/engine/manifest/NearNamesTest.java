package dev.tolerant.engine.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is offered to somebody who mistyped a name. */
class NearNamesTest {

    @ParameterizedTest
    @CsvSource({"chekout, checkout", "checkuot, checkout", "checkout1, checkout", "checkout-7c9-x, checkout", "db, db-0"
    })
    void aNameIsNearWithAFewOtherLettersOrAsTheBeginning(String typed, String name) {
        assertThat(NearNames.to(typed, List.of("unlike", name))).containsExactly(name);
    }

    @Test
    void theThreeNearestComeFirst() {
        assertThat(NearNames.to("web", List.of("wxyz", "webs", "wab", "web-1", "web-22", "wbe")))
                .containsExactly("wab", "wbe", "webs");
    }

    @Test
    void aNameOfOtherLettersIsNotOffered() {
        assertThat(NearNames.to("web", List.of("db", "queue", ""))).isEmpty();
    }
}

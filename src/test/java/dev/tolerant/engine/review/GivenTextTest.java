package dev.tolerant.engine.review;

import static dev.tolerant.engine.toleration.ShortToleration.list;
import static dev.tolerant.engine.toleration.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.pod.Given;
import dev.tolerant.engine.toleration.RandomTolerations;
import dev.tolerant.promise.ManyTrials;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The record of givers as the text of an annotation. */
class GivenTextTest {
    @ManyTrials
    void whatIsWrittenIsReadAgain(long seed) {
        RandomTolerations random = new RandomTolerations(seed);
        for (int trial = 0; trial < 500; trial++) {
            // Given
            int number = trial;
            Given given = new Given(random.nextList().stream()
                    .map(toleration -> new Given.Entry(toleration, "policies/p\"" + number))
                    .toList());

            // When
            String text = GivenText.write(given);

            // Then
            assertThat(text).as("-Dtolerant.seed=%d", seed).isNotNull();
            assertThat(GivenText.read(String.valueOf(text)))
                    .as("-Dtolerant.seed=%d", seed)
                    .contains(given);
        }
    }

    @Test
    void itIsAnArrayOfTolerationsAsTheApiHasThemEachWithItsGiver() {
        assertThat(GivenText.write(new Given(List.of(
                        new Given.Entry(toleration("NR Ex :NX @60"), "node-failure"),
                        new Given.Entry(toleration("gpu -=a :NS"), "policies/ml")))))
                .isEqualTo(
                        "[{\"key\":\"node.kubernetes.io/not-ready\",\"operator\":\"Exists\",\"effect\":\"NoExecute\","
                                + "\"tolerationSeconds\":60,\"from\":\"node-failure\"},"
                                + "{\"key\":\"gpu\",\"value\":\"a\",\"effect\":\"NoSchedule\",\"from\":\"policies/ml\"}]");
        assertThat(GivenText.write(Given.NOTHING)).isEqualTo(GivenText.NOTHING);
    }

    @Test
    void itHasAtMostFourKibibytes() {
        // Given
        String filled = "x".repeat(4096 - text("").length());

        // Then
        assertThat(bytes(text(filled))).isEqualTo(4096);
        assertThat(GivenText.write(from(filled))).isEqualTo(text(filled));
        assertThat(GivenText.read(text(filled))).contains(from(filled));
        assertThat(GivenText.write(from(filled + "x"))).isNull();
        assertThat(GivenText.read(text(filled + "x"))).isEmpty();
        assertThat(GivenText.read("[" + " ".repeat(4095) + "]")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "?",
                "null",
                "true",
                "7",
                "\"[]\"",
                "{}",
                "{\"version\": 2, \"entries\": []}",
                "[",
                "[{}]",
                "[7]",
                "[null]",
                "[[]]",
                "[{\"key\": \"a\"}]",
                "[{\"key\": \"a\", \"from\": \"\"}]",
                "[{\"key\": \"a\", \"from\": null}]",
                "[{\"key\": 7, \"from\": \"x\"}]",
                "[{\"from\": \"x\", \"tolerationSeconds\": \"60\"}]",
                "[{\"from\": \"x\", \"tolerationSeconds\": 99999999999999999999}]",
                "[{\"key\": \"a\", \"from\": \"x\"}",
                "[{\"key\": \"a\", \"from\": \"x\"}] []",
                "[{\"key\": \"a\", \"from\": \"x\"}]]"
            })
    void anyOtherTextIsNoRecord(String text) {
        assertThat(GivenText.read(text)).isEmpty();
    }

    @Test
    void aThousandArraysInOneAnotherAreNoRecord() {
        assertThat(GivenText.read("[".repeat(1000) + "]".repeat(1000))).isEmpty();
    }

    @Test
    void aLaterVersionsFieldsAndGiversDoNotSpoilTheRecord() {
        // Given
        String later =
                "[{\"key\": \"a\", \"operator\": \"Exists\", \"since\": {\"v\": [1]}, \"from\": \"a-later-rule\"}]";

        // Then
        assertThat(GivenText.read(later))
                .contains(new Given(List.of(new Given.Entry(toleration("a Ex :ANY"), "a-later-rule"))));
    }

    @Test
    void ofEqualTolerationsTheLastOnesAreGiven() {
        // Given
        Given given = new Given(List.of(
                new Given.Entry(toleration("a Ex :NX"), "first"), new Given.Entry(toleration("a Ex :NX"), "second")));

        // When
        List<String> givers =
                new ArrayList<>(given.giversOf(list("a Ex :NX, b Ex :NX, a Ex :NX, a Ex :NX, a Ex :NX @5")));

        // Then
        assertThat(givers).containsExactly(null, null, "first", "second", null);
    }

    private static Given from(String giver) {
        return new Given(List.of(new Given.Entry(toleration("a Ex :ANY"), giver)));
    }

    private static String text(String giver) {
        return "[{\"key\":\"a\",\"operator\":\"Exists\",\"from\":\"" + giver + "\"}]";
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}

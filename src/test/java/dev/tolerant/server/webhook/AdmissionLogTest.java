package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.review.AdmissionResponse;
import dev.tolerant.engine.rule.Decision;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.RequestFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What the log says of a decision that failed: an error of the program's own. */
class AdmissionLogTest {
    private static final Logger LOGGER = Logger.getLogger(AdmissionLog.class.getName());

    @Test
    void aFailureIsOneLineWithItsCauseAndItsPlaces() {
        RuntimeException failure =
                new IllegalStateException("failed\nuid=\"forged\"", new IllegalArgumentException("deeper"));
        AdmissionResponse response = new AdmissionResponse(
                RequestFixture.read(PodReview.aPod().creation()),
                Decision.skipped(SkipReason.INTERNAL),
                new byte[0],
                failure);
        List<String> lines = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                lines.add(String.format(entry.getMessage(), entry.getParameters()));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        LOGGER.addHandler(handler);

        try {
            new AdmissionLog().log(response);
        } finally {
            LOGGER.removeHandler(handler);
        }

        assertThat(lines)
                .filteredOn(line -> line.startsWith("the decision about a pod failed"))
                .singleElement()
                .asString()
                .contains("uid=\"", "failed uid='forged'", "deeper", "AdmissionLogTest")
                .doesNotContain("\n");
    }
}

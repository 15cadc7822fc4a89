package dev.tolerant.fuzz;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.server.webhook.MutateIT;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What fuzzing has found, sent to the running program. */
@QuarkusTest
@TestProfile(MutateIT.OneProgram.class)
@Tag("alone")
@Tag("ci")
class KeptReviewsIT {
    private static final Logger ROOT = Logger.getLogger("");

    private final Lines lines = new Lines();

    @BeforeEach
    void listen() {
        ROOT.addHandler(lines);
    }

    @AfterEach
    void stopListening() {
        ROOT.removeHandler(lines);
    }

    @Test
    void everyKeptReviewIsAnsweredAndLeavesNoStackTraceInTheLog() {
        FuzzTarget.REVIEW.kept().read().forEach((name, review) -> {
            // REST Assured leaves each connection open, and an address may have only so many
            int status = given().contentType(ContentType.JSON)
                    .header("Connection", "close")
                    .body(review)
                    .post("/mutate")
                    .statusCode();

            assertThat(status).as(name).isIn(200, 400);
            assertThat(lines.thrown).as(name).isEmpty();
        });
        assertThat(lines.heard.get()).as("warnings of malformed pods").isPositive();
    }

    /** The log's records, and the exceptions that come with them. */
    private static final class Lines extends Handler {
        private final AtomicInteger heard = new AtomicInteger();
        private final List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void publish(LogRecord line) {
            heard.incrementAndGet();
            if (line.getThrown() != null) {
                thrown.add(line.getThrown());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}

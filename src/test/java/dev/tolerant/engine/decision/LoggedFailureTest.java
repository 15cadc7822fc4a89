package dev.tolerant.engine.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class LoggedFailureTest {

    @Test
    void theMessagesOfAFailureAndItsCausesStayOnTheirLines() {
        // Given
        RuntimeException cause = new IllegalArgumentException("cause\nuid=\"forged\"\u2028");
        RuntimeException failure = new IllegalStateException("failed\nuid=\"forged\"", cause);

        // When
        StringWriter trace = new StringWriter();
        new LoggedFailure(failure).printStackTrace(new PrintWriter(trace));

        // Then
        assertThat(trace.toString().lines())
                .filteredOn(line -> !line.startsWith("\t"))
                .containsExactly(
                        "java.lang.IllegalStateException: failed uid='forged'",
                        "Caused by: java.lang.IllegalArgumentException: cause uid='forged'\\u2028");
    }

    @Test
    void itIsFromWhereTheFailureIs() {
        // Given
        RuntimeException cause = new IllegalArgumentException();
        RuntimeException failure = new IllegalStateException(cause);

        // When
        LoggedFailure logged = new LoggedFailure(failure);

        // Then
        assertThat(logged.getStackTrace()).isEqualTo(failure.getStackTrace());
        assertThat(logged)
                .cause()
                .hasNoCause()
                .extracting(Throwable::getStackTrace)
                .isEqualTo(cause.getStackTrace());
    }
}

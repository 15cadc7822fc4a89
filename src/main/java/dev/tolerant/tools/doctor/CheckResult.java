package dev.tolerant.tools.doctor;

import dev.tolerant.engine.words.Coded;
import dev.tolerant.text.Report.Palette.Tone;
import dev.tolerant.text.Report.TextTable.Cell;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.List;

/**
 * The result of a check.
 *
 * @param sentence without a full stop
 * @param details names and numbers, each on a line of its own
 * @param more further ones, which only programs get, and people who ask for them
 * @param hint advice, in the imperative; empty if nothing has to be done
 */
public record CheckResult(Mark mark, String sentence, List<String> details, List<String> more, String hint) {
    static final String NEEDS_CLUSTER = "only a live cluster can tell";

    static CheckResult passed(String sentence) {
        return new CheckResult(Mark.PASSED, sentence, List.of(), List.of(), "");
    }

    static CheckResult warning(String sentence, String hint) {
        return new CheckResult(Mark.WARNING, sentence, List.of(), List.of(), hint);
    }

    static CheckResult failed(String sentence, String hint) {
        return new CheckResult(Mark.FAILED, sentence, List.of(), List.of(), hint);
    }

    static CheckResult unknown(String why) {
        return new CheckResult(Mark.UNKNOWN, why, List.of(), List.of(), "");
    }

    CheckResult with(List<String> lines) {
        return new CheckResult(mark, sentence, List.copyOf(lines), more, hint);
    }

    /** Passed where there are none. */
    CheckResult with(List<String> lines, String otherwise) {
        return lines.isEmpty() ? passed(otherwise) : with(lines);
    }

    CheckResult withMore(List<String> lines) {
        return new CheckResult(mark, sentence, details, List.copyOf(lines), hint);
    }

    public enum Mark implements Coded {
        PASSED("✓", "+", Tone.GOOD),
        WARNING("!", "!", Tone.HEADING),
        FAILED("✗", "x", Tone.BAD),
        UNKNOWN("?", "?", Tone.DIM);

        private final String sign;
        private final String ascii;
        private final Tone tone;

        Mark(String sign, String ascii, Tone tone) {
            this.sign = sign;
            this.ascii = ascii;
            this.tone = tone;
        }

        Cell cell(boolean unicode) {
            return new Cell(tone, unicode ? sign : ascii);
        }
    }

    /** A check cannot be made; the message says why, as a clause without a full stop. */
    static final class UnansweredException extends Exception {
        UnansweredException(String why) {
            super(why, null, false, false);
        }

        /** The text is {@code forbidden} where a right is missing. */
        static UnansweredException of(KubernetesClientException failed, String forbidden) {
            return new UnansweredException(
                    switch (failed.getCode()) {
                        case -1, 0 -> "the API server cannot be reached: " + message(failed);
                        case HttpURLConnection.HTTP_UNAUTHORIZED ->
                            "the API server does not accept these credentials (401)";
                        case HttpURLConnection.HTTP_FORBIDDEN -> forbidden;
                        default -> "the API server answers " + failed.getCode() + ": " + message(failed);
                    });
        }

        /** The API server's own message, without the client's words around it. */
        static String message(KubernetesClientException failed) {
            Status status = failed.getStatus();
            if (status != null && status.getMessage() != null) {
                return status.getMessage();
            }
            Throwable cause = failed.getCause();
            return String.valueOf(cause == null ? failed.getMessage() : cause.getMessage());
        }
    }
}

package dev.tolerant.tools.doctor;

import dev.tolerant.observed.explain.Report.Palette.Tone;
import java.util.List;

/**
 * What a check has found.
 *
 * @param sentence what is so, without a full stop
 * @param details names and numbers, each on a line of its own
 * @param hint what to do about it, in the imperative; empty if nothing has to be done
 */
public record Finding(Mark mark, String sentence, List<String> details, String hint) {

    /** Why a check of a dump finds nothing. */
    static final String NEEDS_CLUSTER = "only a live cluster can tell";

    static Finding passed(String sentence) {
        return new Finding(Mark.PASSED, sentence, List.of(), "");
    }

    static Finding warning(String sentence, String hint) {
        return new Finding(Mark.WARNING, sentence, List.of(), hint);
    }

    static Finding failed(String sentence, String hint) {
        return new Finding(Mark.FAILED, sentence, List.of(), hint);
    }

    static Finding unknown(String why) {
        return new Finding(Mark.UNKNOWN, why, List.of(), "");
    }

    Finding with(List<String> lines) {
        return new Finding(mark, sentence, List.copyOf(lines), hint);
    }

    /** How a check ends. */
    public enum Mark {
        PASSED("✓", "+", Tone.GOOD),
        WARNING("!", "!", Tone.HEADING),
        FAILED("✗", "x", Tone.BAD),
        /** Nobody could tell. */
        UNKNOWN("?", "?", Tone.DIM);

        private final String sign;
        private final String ascii;
        private final Tone tone;

        Mark(String sign, String ascii, Tone tone) {
            this.sign = sign;
            this.ascii = ascii;
            this.tone = tone;
        }

        /** One column wide. */
        String sign(boolean unicode) {
            return unicode ? sign : ascii;
        }

        Tone tone() {
            return tone;
        }

        /** The word for programs. */
        String code() {
            return switch (this) {
                case PASSED -> "passed";
                case WARNING -> "warning";
                case FAILED -> "failed";
                case UNKNOWN -> "unknown";
            };
        }
    }
}

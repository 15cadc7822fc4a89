package dev.tolerant.tools.doctor;

import dev.tolerant.observed.explain.Report.Palette.Tone;

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

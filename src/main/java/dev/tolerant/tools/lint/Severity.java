package dev.tolerant.tools.lint;

import java.util.Locale;

/** The severity of a finding, the worst first. */
public enum Severity {
    ERROR,
    WARNING;

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean isAtLeast(Severity other) {
        return compareTo(other) <= 0;
    }
}

package dev.tolerant.settings;

import java.util.List;

/** Settings that cannot be read. */
public final class InvalidSettingsException extends Exception {
    private static final long serialVersionUID = 1;

    private final List<String> problems;

    InvalidSettingsException(List<String> problems) {
        super(String.join("; ", problems), null, false, false);
        this.problems = List.copyOf(problems);
    }

    /** A sentence for each setting that cannot be read, with its name. */
    public List<String> problems() {
        return problems;
    }
}

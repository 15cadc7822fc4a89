package dev.tolerant.tools;

import java.util.Locale;

/** The forms in which commands about a cluster write their results. */
enum OutputFormat {
    TEXT,
    JSON,
    YAML,
    MARKDOWN,
    JUNIT;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package dev.tolerant.tools;

import java.util.Locale;

/** The forms in which commands write their results. */
enum OutputFormat {
    TEXT,
    JSON,
    YAML,
    DIFF,
    MANIFEST,
    MARKDOWN,
    JUNIT,
    GITHUB;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

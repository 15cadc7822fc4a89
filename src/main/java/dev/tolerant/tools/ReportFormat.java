package dev.tolerant.tools;

/** How results are written. */
enum ReportFormat {
    TEXT,
    JSON,
    JUNIT
}

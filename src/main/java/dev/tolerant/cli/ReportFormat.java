package dev.tolerant.cli;

/** How results are written. */
enum ReportFormat {
    TEXT,
    JSON,
    JUNIT
}

package dev.tolerant.admission;

/** A stretch of a body's bytes, from {@code start} up to but without {@code end}. */
record Span(int start, int end) {}

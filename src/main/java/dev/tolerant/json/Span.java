package dev.tolerant.json;

/** A stretch of a body's bytes, from {@code start} up to but without {@code end}. */
public record Span(int start, int end) {}

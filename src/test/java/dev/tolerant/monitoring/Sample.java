package dev.tolerant.monitoring;

import java.util.Map;

/** One value that a query returns, with its labels. */
record Sample(Map<String, String> labels, double value) {}

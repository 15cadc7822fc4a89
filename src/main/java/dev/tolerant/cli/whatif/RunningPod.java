package dev.tolerant.cli.whatif;

import dev.tolerant.facts.Fact;
import dev.tolerant.review.StoredPod;

/** A pod that has neither finished nor begun to leave. */
record RunningPod(Fact fact, StoredPod pod) {}

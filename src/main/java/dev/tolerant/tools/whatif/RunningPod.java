package dev.tolerant.tools.whatif;

import dev.tolerant.engine.model.StoredPod;
import dev.tolerant.observed.facts.Fact;

/** A pod that has neither finished nor begun to leave. */
record RunningPod(Fact fact, StoredPod pod) {}

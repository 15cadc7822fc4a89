package dev.tolerant.explain;

import com.fasterxml.jackson.databind.JsonNode;

/** An object as the webhook is asked about it, and as it is with the webhook's patch. */
public record Rewritten(JsonNode before, JsonNode after) {}

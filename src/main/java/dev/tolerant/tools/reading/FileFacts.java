package dev.tolerant.tools.reading;

import dev.tolerant.observed.facts.Fact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one file has.
 *
 * @param name for messages
 * @param dump what the file says of itself; null if it is not a dump
 * @param others how many of its objects no question needs
 */
public record FileFacts(String name, @Nullable ClusterDump dump, List<Fact> facts, int others) {}

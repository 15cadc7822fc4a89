package dev.tolerant.tools.reading;

import dev.tolerant.observed.facts.FactKind;

/** Who is told how far reading has come. */
@FunctionalInterface
public interface ReadingWatcher {
    /** So many objects of the kind have been read. */
    void read(FactKind kind, int objects);
}

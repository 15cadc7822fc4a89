package dev.tolerant.cluster;

import java.util.Map;

/** Where policies and namespaces come from. */
interface Source extends AutoCloseable {

    /** Whether enough is known to decide reviews. */
    boolean isReady();

    /** What an operator wants to see of the source, as text by name. */
    Map<String, String> state();

    @Override
    void close();
}

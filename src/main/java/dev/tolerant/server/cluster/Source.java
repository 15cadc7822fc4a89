package dev.tolerant.server.cluster;

import java.util.Map;

/** A source of policies and namespaces. */
interface Source extends AutoCloseable {

    /** True once enough is known to decide reviews. */
    boolean isReady();

    /** The state of the source for operators, as text by name. */
    Map<String, String> state();

    @Override
    void close();
}

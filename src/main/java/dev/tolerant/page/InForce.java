package dev.tolerant.page;

import dev.tolerant.engine.standing.Snapshot;

/** The policies and settings in force where the page is served; the page starts with them. */
public interface InForce {
    /** The policies and namespaces by which pods are explained unless others are typed. */
    Snapshot snapshot();

    /** The policies, namespaces and nodes as they are written; empty if only their compiled form is known. */
    String policies();

    /** The settings, as the text of a {@code .properties} file. */
    String settings();
}

package dev.tolerant.engine.review;

import dev.tolerant.engine.model.Review.Provenance;

/**
 * What {@code metadata.managedFields} says.
 *
 * @param tolerations who owns the pod's tolerations
 * @param applied whether a server-side apply owns them, so that its next one would meet a conflict
 */
record ManagedFields(Provenance tolerations, boolean applied) {
    static final ManagedFields UNREADABLE = new ManagedFields(Provenance.UNREADABLE, false);
}

package dev.tolerant.engine.crd;

import io.fabric8.kubernetes.client.CustomResource;
import org.jspecify.annotations.Nullable;

/**
 * An object that the program alone writes, and the only one of its kind that the API server reads.
 *
 * @param <S> what it says
 */
public abstract class CurrentObject<S> extends CustomResource<S, Void> {
    /** The name of each such object. */
    public static final String NAME = "current";

    CurrentObject() {
        getMetadata().setName(NAME);
    }

    /** Absent until it is set. */
    @Override
    protected @Nullable S initSpec() {
        return null;
    }
}

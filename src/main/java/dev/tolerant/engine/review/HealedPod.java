package dev.tolerant.engine.review;

import dev.tolerant.engine.decision.Decision;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a stored pod.
 *
 * @param decision with the changes, or the refusal that the pod would get as a new one
 * @param patchOrNull a JSON Patch with the changes and their record; null if the pod is right, or is left alone
 * @param isRecordable whether the pod's record of givers can be read, and has room for the changes
 */
public record HealedPod(Decision decision, byte @Nullable [] patchOrNull, boolean isRecordable) {

    public Optional<byte[]> patch() {
        return Optional.ofNullable(patchOrNull);
    }
}

package dev.tolerant.engine.review;

import dev.tolerant.engine.model.Decision;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a stored pod.
 *
 * @param decision with the changes, or the refusal that the pod would get as a new one
 * @param patchOrNull a JSON Patch with the changes; null if there are none
 */
public record HealedPod(Decision decision, byte @Nullable [] patchOrNull) {

    public Optional<byte[]> patch() {
        return Optional.ofNullable(patchOrNull);
    }
}

package dev.tolerant.engine.policy;

import static dev.tolerant.engine.toleration.TolerationSeconds.NEVER;

import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.Operator;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.Toleration;
import org.jspecify.annotations.Nullable;

/**
 * A set of taints that a policy forbids authors to tolerate.
 *
 * @param value the taint's value; null for every value
 * @param effect {@link Effect#ANY} for every effect
 */
public record DeniedTaint(String key, @Nullable String value, Effect effect) {

    /**
     * Whether the toleration tolerates any taint of the set. If {@link #value} is null, the toleration's operator and
     * value do not matter: some taint of the set matches them.
     */
    public boolean isToleratedBy(Toleration toleration) {
        boolean sameEffect = effect == Effect.ANY || toleration.effect() == Effect.ANY || toleration.effect() == effect;
        boolean sameKey = toleration.key().isEmpty() || toleration.key().equals(key);
        // An unknown operator or effect, from a later API, may tolerate anything.
        boolean unknown = toleration.operator() == Operator.UNKNOWN || toleration.effect() == Effect.UNKNOWN;
        if (!sameKey || unknown) {
            return sameKey;
        }
        if (!sameEffect) {
            return false;
        }
        Effect asked = toleration.effect() == Effect.ANY ? effect : toleration.effect();
        return value == null || toleration.tolerates(new Taint(key, value, asked));
    }

    /** Whether the taint is one of the set. */
    public boolean includes(Taint taint) {
        return key.equals(taint.key())
                && (value == null || value.equals(taint.value()))
                && (effect == Effect.ANY || effect == taint.effect());
    }

    /** Whether the toleration tolerates every taint of the set. */
    public boolean isWhollyToleratedBy(Toleration toleration) {
        return toleration.shadows(new Toleration(
                key, value == null ? Operator.EXISTS : Operator.EQUAL, value == null ? "" : value, effect, NEVER));
    }

    @Override
    public String toString() {
        return key
                + (value == null || value.isEmpty() ? "" : "=" + value)
                + (effect == Effect.ANY ? "" : ":" + effect.text());
    }
}

package dev.tolerant.engine.crd;

import dev.tolerant.engine.model.Taint.Effect;

/** The effects of taints, spelt as in YAML. */
public enum TaintEffect {
    NoSchedule(Effect.NO_SCHEDULE),
    PreferNoSchedule(Effect.PREFER_NO_SCHEDULE),
    NoExecute(Effect.NO_EXECUTE);

    private final Effect effect;

    TaintEffect(Effect effect) {
        this.effect = effect;
    }

    Effect effect() {
        return effect;
    }
}

package dev.tolerant.engine.model;

/**
 * A mark on a node that repels or evicts pods that do not tolerate it.
 *
 * @param key a label name
 * @param value a label value; empty if there is none
 * @param effect NoSchedule, PreferNoSchedule or NoExecute
 */
public record Taint(String key, String value, Effect effect) {
    /** A taint without a value, as the node lifecycle controller sets it. */
    public static Taint of(String key, Effect effect) {
        return new Taint(key, "", effect);
    }

    /** {@code key=value:effect}, or {@code key:effect} without a value. */
    @Override
    public String toString() {
        return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect.text();
    }
}

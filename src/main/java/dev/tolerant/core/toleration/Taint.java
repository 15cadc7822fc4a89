package dev.tolerant.core.toleration;

import java.util.List;

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

    /**
     * The index of the first toleration that matches this taint, or -1. The taint-eviction controller uses only the
     * first match in list order (GetMatchingTolerations in k8s.io/kubernetes, pkg/apis/core/v1/helper).
     */
    public int firstToleratedBy(List<Toleration> tolerations) {
        for (int i = 0; i < tolerations.size(); i++) {
            if (tolerations.get(i).tolerates(this)) {
                return i;
            }
        }
        return -1;
    }

    /** {@code key=value:effect}, or {@code key:effect} without a value. */
    @Override
    public String toString() {
        return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect.text();
    }
}

package dev.tolerant.engine.words;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A mark on a node that repels or evicts pods that do not tolerate it.
 *
 * @param key a label name
 * @param value a label value; empty if there is none
 * @param effect NoSchedule, PreferNoSchedule or NoExecute
 */
public record Taint(String key, String value, Effect effect) {
    /** Without a value, as the node lifecycle controller sets it. */
    public static Taint of(String key, Effect effect) {
        return new Taint(key, "", effect);
    }

    public static String listed(List<Taint> taints) {
        return taints.stream().map(Taint::toString).collect(Collectors.joining(", "));
    }

    /** {@code key=value:effect}, or {@code key:effect} without a value. */
    @Override
    public String toString() {
        return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect.text();
    }

    /** The {@code effect} of a taint or toleration, on pods that do not tolerate the taint. */
    public enum Effect {
        /** Omitted in a toleration: every effect. */
        ANY(""),
        NO_SCHEDULE("NoSchedule"),
        PREFER_NO_SCHEDULE("PreferNoSchedule"),
        NO_EXECUTE("NoExecute"),
        /** A value that the API refuses; it matches no taint. */
        UNKNOWN("unknown");

        private static final Map<String, Effect> BY_TEXT =
                Stream.of(values()).collect(Collectors.toMap(Effect::text, each -> each));

        private final String text;

        Effect(String text) {
            this.text = text;
        }

        /** {@link #UNKNOWN} for a text that the API does not write. */
        public static Effect of(String text) {
            return BY_TEXT.getOrDefault(text, UNKNOWN);
        }

        /** As the API writes it; empty for {@link #ANY}. */
        public String text() {
            return text;
        }

        /** True where a toleration with this effect can tolerate a taint with the other. */
        public boolean includes(Effect effect) {
            return this == ANY || this == effect;
        }
    }
}

package dev.tolerant.testing;

import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.Toleration.Operator;
import dev.tolerant.engine.words.TolerationSeconds;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The short form in which tests write tolerations: {@code key operator[=value] :Effect [@seconds]}.
 *
 * <p>{@code *} is an empty key. {@code Ex}, {@code Eq} and {@code -} are Exists, Equal and an omitted operator; any
 * other word is itself. {@code NS}, {@code PN} and {@code NX} are the effects, {@code ANY} an omitted one. Without
 * {@code @seconds} the toleration has no seconds. {@code NR}, {@code UN} and {@code MP} are the keys of not-ready,
 * unreachable and memory-pressure. Commas separate the entries of a list.
 */
public final class ShortToleration {
    private static final Pattern FORM =
            Pattern.compile("(?<key>\\S+) (?<operator>-|\\w+)(=(?<value>.*))? :(?<effect>\\w*)( @(?<seconds>-?\\d+))?");
    private static final Map<String, String> KEYS = Map.of(
            "*", "",
            "NR", "node.kubernetes.io/not-ready",
            "UN", "node.kubernetes.io/unreachable",
            "MP", "node.kubernetes.io/memory-pressure",
            "DP", "node.kubernetes.io/disk-pressure",
            "PP", "node.kubernetes.io/pid-pressure",
            "US", "node.kubernetes.io/unschedulable",
            "NU", "node.kubernetes.io/network-unavailable",
            "dev-ek", "example.com/device-ek",
            "dev-do", "example.com/device-do");
    private static final Map<String, String> OPERATORS = Map.of("-", "", "Ex", "Exists", "Eq", "Equal");
    private static final Map<String, String> EFFECTS =
            Map.of("ANY", "", "NS", "NoSchedule", "PN", "PreferNoSchedule", "NX", "NoExecute");

    private ShortToleration() {}

    /** Parses the short form of a toleration. */
    public static Toleration toleration(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no toleration in short form");
        }
        String value = parts.group("value");
        String seconds = parts.group("seconds");
        return new Toleration(
                key(parts.group("key")),
                Operator.of(OPERATORS.getOrDefault(parts.group("operator"), parts.group("operator"))),
                value == null ? "" : value,
                effect(parts.group("effect")),
                seconds == null ? TolerationSeconds.NEVER : TolerationSeconds.of(Long.parseLong(seconds)));
    }

    /** The tolerations in the text, separated by commas; an empty text has none. */
    public static List<Toleration> list(String text) {
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .map(ShortToleration::toleration)
                .toList();
    }

    /** Parses the short form of a taint, {@code key[=value]:Effect}. */
    public static Taint taint(String text) {
        int colon = text.lastIndexOf(':');
        int equals = text.indexOf('=');
        String key = text.substring(0, equals < 0 ? colon : equals);
        String value = equals < 0 ? "" : text.substring(equals + 1, colon);
        return new Taint(key(key), value, effect(text.substring(colon + 1)));
    }

    private static String key(String text) {
        return KEYS.getOrDefault(text, text);
    }

    private static Effect effect(String text) {
        return Effect.of(EFFECTS.getOrDefault(text, text));
    }
}

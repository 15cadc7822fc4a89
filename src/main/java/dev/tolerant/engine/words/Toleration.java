package dev.tolerant.engine.words;

import dev.tolerant.engine.words.Taint.Effect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One entry of {@code spec.tolerations}, which lets a pod run on nodes with the taints that it matches.
 *
 * @param key of the taint; empty for every key
 * @param value to compare with; empty if there is none
 * @param effect of the taint; {@link Effect#ANY} for every effect
 * @param seconds for which the pod stays on the node after a matching NoExecute taint appears
 */
public record Toleration(String key, Operator operator, String value, Effect effect, TolerationSeconds seconds)
        implements Comparable<Toleration> {
    private static final int USUAL_LENGTH = 80;

    private static final Comparator<Toleration> ORDER = Comparator.comparing(Toleration::key)
            .thenComparing(Toleration::value)
            .thenComparing(Toleration::operator)
            .thenComparing(Toleration::effect)
            .thenComparing(Toleration::seconds);

    /** {@code key Exists effect} without seconds, the form that the control plane writes. */
    public static Toleration exists(String key, Effect effect) {
        return new Toleration(key, Operator.EXISTS, "", effect, TolerationSeconds.NEVER);
    }

    /** An entry as the API writes it: empty for what is omitted, null for no seconds. */
    public static Toleration written(String key, String operator, String value, String effect, @Nullable Long seconds) {
        return new Toleration(
                key,
                Operator.of(operator),
                value,
                Effect.of(effect),
                seconds == null ? TolerationSeconds.NEVER : TolerationSeconds.of(seconds));
    }

    /** A toleration of this taint and of no other, since {@code Equal} without a value matches a taint without one. */
    public static Toleration exactly(Taint taint) {
        return new Toleration(taint.key(), Operator.EQUAL, taint.value(), taint.effect(), TolerationSeconds.NEVER);
    }

    /** A toleration of this taint, and if it has no value, of those with its key and any value. */
    public static Toleration of(Taint taint, TolerationSeconds seconds) {
        Operator operator = taint.value().isEmpty() ? Operator.EXISTS : Operator.EQUAL;
        return new Toleration(taint.key(), operator, taint.value(), taint.effect(), seconds);
    }

    /** Without a meaning: a hash table needs an order to stay fast where an author chose keys and values with equal hashes. */
    @Override
    public int compareTo(Toleration other) {
        return ORDER.compare(this, other);
    }

    public Toleration withSeconds(TolerationSeconds changed) {
        return new Toleration(key, operator, value, effect, changed);
    }

    /** The entry as the API identifies it when a pod is updated: exactly as written, but for its seconds. */
    public Toleration entry() {
        return withSeconds(TolerationSeconds.NEVER);
    }

    /** With Equal in place of an omitted operator. */
    public Toleration withMeaning() {
        return operator == Operator.OMITTED ? equalTo(value) : this;
    }

    /** With Equal and this value in place of its own. */
    public Toleration equalTo(String other) {
        return new Toleration(key, Operator.EQUAL, other, effect, seconds);
    }

    /** Lt and Gt always count here (ToleratesTaint in k8s.io/api/core/v1). */
    public boolean tolerates(Taint taint) {
        return effect.includes(taint.effect())
                && (key.isEmpty() || key.equals(taint.key()))
                && operator.matches(value, taint.value());
    }

    /**
     * The index of the first that matches the taint, or -1: the taint-eviction controller uses only the first match in
     * list order (GetMatchingTolerations in k8s.io/kubernetes, pkg/apis/core/v1/helper).
     */
    public static int firstOf(List<Toleration> tolerations, Taint taint) {
        for (int i = 0; i < tolerations.size(); i++) {
            if (tolerations.get(i).tolerates(taint)) {
                return i;
            }
        }
        return -1;
    }

    /** True where both are equal apart from their seconds; an omitted operator counts as Equal. */
    public boolean matches(Toleration other) {
        return key.equals(other.key)
                && operator.meaning() == other.operator.meaning()
                && value.equals(other.value)
                && effect == other.effect;
    }

    /**
     * True where the API treats both as the same entry when a pod is updated: exactly equal apart from their seconds
     * (validateOnlyAddedTolerations in k8s.io/kubernetes, pkg/apis/core/validation).
     */
    public boolean isSameEntryAs(Toleration other) {
        return operator == other.operator && matches(other);
    }

    /**
     * True where this toleration tolerates every taint that {@code other} does, so that {@code other} has no effect
     * after it in a list. Only Exists, or the same operator and value, covers Lt and Gt.
     */
    public boolean shadows(Toleration other) {
        boolean exists = operator == Operator.EXISTS;
        return (key.equals(other.key) || (key.isEmpty() && exists))
                && effect.includes(other.effect)
                && (exists || (operator.meaning() == other.operator.meaning() && value.equals(other.value)));
    }

    /**
     * True where a whitelist with this entry admits {@code other}: both are equal, seconds included, or this one
     * shadows {@code other} and, if its effect is NoExecute, lasts at least as long. An entry with Lt or Gt admits only
     * itself (isSuperset in k8s.io/kubernetes, pkg/util/tolerations; here an omitted operator counts as Equal).
     */
    public boolean covers(Toleration other) {
        if (matches(other) && seconds.equals(other.seconds)) {
            return true;
        }
        return shadows(other)
                && !operator.comparesNumbers()
                && (effect != Effect.NO_EXECUTE || seconds.isAtLeast(other.seconds));
    }

    /** True where {@code other} is dropped from a list, and with it other seconds, when that is merged with this one ({@link #merged}). */
    public boolean replaces(Toleration other) {
        return other.effect == Effect.NO_EXECUTE && !seconds.equals(other.seconds) && isSupersetOf(other);
    }

    /** As {@link #covers}, but that Equal covers no omitted operator (isSuperset in k8s.io/kubernetes, pkg/util/tolerations). */
    private boolean isSupersetOf(Toleration other) {
        return equals(other) || (covers(other) && (operator == Operator.EXISTS || other.operator != Operator.OMITTED));
    }

    /**
     * The list as PodTolerationRestriction and RuntimeClass merge it: without what another entry covers, and of equal ones with the first
     * alone (MergeTolerations in k8s.io/kubernetes, pkg/util/tolerations).
     */
    public static List<Toleration> merged(List<Toleration> all) {
        List<Toleration> merged = new ArrayList<>(all.size());
        for (int i = 0; i < all.size(); i++) {
            Toleration each = all.get(i);
            boolean isCovered = merged.stream().anyMatch(before -> before.isSupersetOf(each))
                    || all.subList(i + 1, all.size()).stream()
                            .anyMatch(later -> !later.equals(each) && later.isSupersetOf(each));
            if (!isCovered) {
                merged.add(each);
            }
        }
        return merged;
    }

    /** In the format of {@code kubectl describe pod}. */
    @Override
    public String toString() {
        return text(operator.meaning().text(), effect.text());
    }

    /** In that format, with operator and effect as they are written, of which this has only those of the API. */
    public String text(String writtenOperator, String writtenEffect) {
        StringBuilder text = new StringBuilder(USUAL_LENGTH).append(key);
        if (!value.isEmpty()) {
            text.append(operator.meaning() == Operator.EQUAL ? "=" : " ").append(value);
        }
        if (effect != Effect.ANY) {
            text.append(':').append(writtenEffect);
        }
        if (text.isEmpty() || operator.meaning() != Operator.EQUAL || value.isEmpty()) {
            text.append(text.isEmpty() ? "op=" : " op=").append(writtenOperator);
        }
        return seconds.never()
                ? text.toString()
                : text.append(" for ").append(seconds).append('s').toString();
    }

    /** The decimal text of a 64-bit integer that Lt and Gt accept: no plus, no leading zero, no minus zero. */
    static final class CanonicalInteger {
        private static final Pattern FORM = Pattern.compile("0|-?[1-9][0-9]{0,18}");

        private CanonicalInteger() {}

        static boolean areBoth(String one, String other) {
            return is(one) && is(other);
        }

        static boolean is(String text) {
            if (!FORM.matcher(text).matches()) {
                return false;
            }
            try {
                Long.parseLong(text);
                return true;
            } catch (NumberFormatException outOfRange) {
                return false;
            }
        }
    }

    /** The {@code operator} of a toleration, which compares its value with a taint's. */
    public enum Operator {
        /** Omitted, which means Equal; a separate constant, because the API distinguishes the two when a pod is updated. */
        OMITTED(""),
        EQUAL("Equal"),
        EXISTS("Exists"),
        /** The taint's value is the smaller number (KEP-5471). */
        LT("Lt"),
        /** The taint's value is the larger number (KEP-5471). */
        GT("Gt"),
        /** A value that the API refuses; it matches no taint. */
        UNKNOWN("unknown");

        private static final Map<String, Operator> BY_TEXT =
                Stream.of(values()).collect(Collectors.toMap(Operator::text, each -> each));

        private final String text;

        Operator(String text) {
            this.text = text;
        }

        /** {@link #UNKNOWN} for a text that the API does not write. */
        public static Operator of(String text) {
            return BY_TEXT.getOrDefault(text, UNKNOWN);
        }

        /** As the API writes it; empty for {@link #OMITTED}. */
        public String text() {
            return text;
        }

        /** {@link #EQUAL} for {@link #OMITTED}, as the API defaults it; otherwise this operator. */
        public Operator meaning() {
            return this == OMITTED ? EQUAL : this;
        }

        /** True of Lt and Gt, which a cluster accepts only with {@code TaintTolerationComparisonOperators}. */
        public boolean comparesNumbers() {
            return this == LT || this == GT;
        }

        /** As ToleratesTaint in k8s.io/api/core/v1. */
        boolean matches(String value, String taintValue) {
            return switch (this) {
                case EXISTS -> true;
                case OMITTED, EQUAL -> value.equals(taintValue);
                case LT ->
                    CanonicalInteger.areBoth(value, taintValue) && Long.parseLong(taintValue) < Long.parseLong(value);
                case GT ->
                    CanonicalInteger.areBoth(value, taintValue) && Long.parseLong(taintValue) > Long.parseLong(value);
                case UNKNOWN -> false;
            };
        }
    }
}

package dev.tolerant.core.toleration;

/**
 * A pod's leave to stay with taints: one entry of {@code spec.tolerations}.
 *
 * @param key the taint's key; empty for every key
 * @param operator how values are compared
 * @param value the value compared with; empty for none
 * @param effect the taint's effect; {@link Effect#ANY} for every effect
 * @param seconds how long the pod stays with a NoExecute taint
 */
public record Toleration(String key, Operator operator, String value, Effect effect, TolerationSeconds seconds) {

    /** {@code key Exists effect} without seconds, the form that the control plane writes. */
    public static Toleration exists(String key, Effect effect) {
        return new Toleration(key, Operator.EXISTS, "", effect, TolerationSeconds.NEVER);
    }

    /** A toleration of exactly this taint: Exists without a value, Equal with one. */
    public static Toleration of(Taint taint, TolerationSeconds seconds) {
        Operator operator = taint.value().isEmpty() ? Operator.EXISTS : Operator.EQUAL;
        return new Toleration(taint.key(), operator, taint.value(), taint.effect(), seconds);
    }

    public Toleration withSeconds(TolerationSeconds changed) {
        return new Toleration(key, operator, value, effect, changed);
    }

    /** The same with Equal in place of an omitted operator. */
    public Toleration withMeaning() {
        return operator == Operator.OMITTED ? new Toleration(key, Operator.EQUAL, value, effect, seconds) : this;
    }

    /** Whether this toleration matches the taint; Lt and Gt are always on here (ToleratesTaint in k8s.io/api/core/v1). */
    public boolean tolerates(Taint taint) {
        return effect.includes(taint.effect())
                && (key.isEmpty() || key.equals(taint.key()))
                && operator.matches(value, taint.value());
    }

    /** Whether both are the same but for their seconds; an omitted operator is Equal. */
    public boolean matches(Toleration other) {
        return key.equals(other.key)
                && operator.meaning() == other.operator.meaning()
                && value.equals(other.value)
                && effect == other.effect;
    }

    /**
     * Whether the API takes both for the same entry when a pod is updated: equal to the letter but for the seconds
     * (validateOnlyAddedTolerations in k8s.io/kubernetes, pkg/apis/core/validation).
     */
    public boolean isSameEntryAs(Toleration other) {
        return operator == other.operator && matches(other);
    }

    /**
     * Whether this toleration tolerates every taint that {@code other} does, so that behind this one in a list the
     * other is without effect. Lt and Gt are covered only by Exists or by themselves.
     */
    public boolean shadows(Toleration other) {
        if (!key.equals(other.key) && !(key.isEmpty() && operator == Operator.EXISTS)) {
            return false;
        }
        if (!effect.includes(other.effect)) {
            return false;
        }
        return operator == Operator.EXISTS
                || (operator.meaning() == other.operator.meaning() && value.equals(other.value));
    }

    /**
     * Whether a whitelist with this entry admits {@code other}: the same to the second, or one that this shadows and that
     * does not outlast it where it says NoExecute and seconds. An entry with Lt or Gt admits nothing but itself
     * (isSuperset in k8s.io/kubernetes, pkg/util/tolerations; an omitted operator is Equal here).
     */
    public boolean covers(Toleration other) {
        if (matches(other) && seconds.equals(other.seconds)) {
            return true;
        }
        return shadows(other)
                && !operator.comparesNumbers()
                && (effect != Effect.NO_EXECUTE || seconds.isAtLeast(other.seconds));
    }

    /** As {@code kubectl describe pod} writes it. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(key);
        if (!value.isEmpty()) {
            text.append(operator.meaning() == Operator.EQUAL ? "=" : " ").append(value);
        }
        if (effect != Effect.ANY) {
            text.append(':').append(effect.text());
        }
        if (text.isEmpty() || operator.meaning() != Operator.EQUAL || value.isEmpty()) {
            text.append(text.isEmpty() ? "op=" : " op=")
                    .append(operator.meaning().text());
        }
        return seconds.never()
                ? text.toString()
                : text.append(" for ").append(seconds).append('s').toString();
    }
}

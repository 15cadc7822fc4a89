package dev.tolerant.engine.policy;

import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review.Requester;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.Toleration.Operator;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says that no other pod may tolerate what a policy gives.
 *
 * @param taints reserved beside what the policy gives
 */
public record Reserve(List<ReservedTaint> taints, Exemption exempt) {

    /**
     * The pods that may tolerate what a policy reserves without being its own; one match is enough.
     *
     * @param groups of the pod's creator
     * @param users the pod's creators
     * @param serviceAccounts that pods run as, in the form {@code namespace/name}, or {@code namespace/*} for all of a
     *     namespace
     * @param namespaces of pods, by name
     */
    public record Exemption(
            Set<String> groups, Set<String> users, Set<String> serviceAccounts, Set<String> namespaces) {
        public static final Exemption NOBODY = new Exemption(Set.of(), Set.of(), Set.of(), Set.of());

        public boolean exempts(Requester requester, NamespaceFacts namespace, PodFacts pod) {
            return namespaces.contains(namespace.name())
                    || users.contains(requester.username())
                    || requester.groups().stream().anyMatch(groups::contains)
                    || isAccountOf(namespace.name(), pod);
        }

        private boolean isAccountOf(String namespace, PodFacts pod) {
            if (serviceAccounts.isEmpty()) {
                return false;
            }
            String account = pod.serviceAccountName().isEmpty() ? "default" : pod.serviceAccountName();
            return serviceAccounts.contains(namespace + "/" + account) || serviceAccounts.contains(namespace + "/*");
        }
    }

    /**
     * A taint that a policy keeps for its own pods, or all taints of a key.
     *
     * @param value null for every value
     * @param effect {@link Effect#ANY} for every effect
     */
    public record ReservedTaint(String key, @Nullable String value, Effect effect)
            implements Comparable<ReservedTaint> {
        private static final List<String> CONTROL_PLANE =
                List.of("node.kubernetes.io/", "node.cloudprovider.kubernetes.io/");

        private static final Comparator<ReservedTaint> ORDER = Comparator.comparing(ReservedTaint::key)
                .thenComparing(ReservedTaint::value, Comparator.nullsFirst(Comparator.naturalOrder()))
                .thenComparing(ReservedTaint::effect);

        /** True of the control plane's own taints, which are never reserved. */
        public static boolean isOfControlPlane(String key) {
            return CONTROL_PLANE.stream().anyMatch(key::startsWith);
        }

        /** Equal reserves one value, any other operator every value. */
        static ReservedTaint of(Toleration given) {
            boolean one = given.operator().meaning() == Operator.EQUAL;
            return new ReservedTaint(given.key(), one ? given.value() : null, given.effect());
        }

        public boolean includes(Taint taint) {
            return key.equals(taint.key())
                    && (value == null || value.equals(taint.value()))
                    && (effect == Effect.ANY || effect == taint.effect());
        }

        /** True where it is all of the other, and more. */
        public boolean isWiderThan(ReservedTaint other) {
            return key.equals(other.key)
                    && !equals(other)
                    && (value == null || value.equals(other.value))
                    && (effect == Effect.ANY || effect == other.effect);
        }

        /** Lt and Gt count whatever their number is. */
        public boolean couldBeToleratedBy(Toleration toleration) {
            return (toleration.key().isEmpty() || toleration.key().equals(key))
                    && (toleration.effect() == Effect.ANY || effect == Effect.ANY || toleration.effect() == effect)
                    && (value == null
                            || toleration.operator().meaning() != Operator.EQUAL
                            || toleration.value().equals(value));
        }

        /** True of what a pod passes by naming its node: the kubelet checks NoExecute taints alone. */
        public boolean isPassedByNodeName() {
            return effect == Effect.ANY || effect == Effect.NO_SCHEDULE;
        }

        @Override
        public int compareTo(ReservedTaint other) {
            return ORDER.compare(this, other);
        }

        /** {@code key=value:effect}, without what is not given. */
        @Override
        public String toString() {
            return key
                    + (value == null || value.isEmpty() ? "" : "=" + value)
                    + (effect == Effect.ANY ? "" : ":" + effect.text());
        }
    }
}

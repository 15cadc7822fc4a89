package dev.tolerant.engine.standing;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Reserve;
import dev.tolerant.engine.policy.Reserve.Exemption;
import dev.tolerant.engine.policy.Reserve.ReservedTaint;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Review.Operation;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.Toleration.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that policies reserve, as the guard in the API server reads it: which namespaces are inside a policy and who is exempt, and by
 * the key of a taint what is closed to the pods of all others.
 *
 * @param policies by name
 * @param taints by key, each in order
 */
public record Reservations(Map<String, Insiders> policies, Map<String, List<Entry>> taints) {
    public static final Reservations NONE = new Reservations(Map.of(), Map.of());

    /** The namespaces and others whose pods may tolerate what a policy reserves. */
    public record Insiders(LabelSelector namespaces, Exemption exempt) {

        /** By name, without the policies that are not to reserve anything. */
        public static Map<String, Insiders> of(Collection<Policy> policies, Predicate<Policy> chosen) {
            Map<String, Insiders> insiders = new TreeMap<>();
            policies.stream()
                    .filter(chosen)
                    .forEach(policy -> insiders.computeIfAbsent(policy.name(), any -> of(policy)));
            return insiders;
        }

        /** Null if the policy is not to reserve anything. */
        static @Nullable Insiders of(Policy policy) {
            Reserve reserve = policy.reserve();
            return reserve == null || policy.mode() != Mode.ENFORCE
                    ? null
                    : new Insiders(policy.match().namespaceSelector(), reserve.exempt());
        }
    }

    public record Entry(ReservedTaint taint, List<Opening> openTo) {

        public String sentence(String namespace) {
            return "TolerationPolicy " + openTo.get(0).policy() + " does not let namespace " + namespace + " tolerate "
                    + taint;
        }
    }

    /**
     * A policy to whose pods a taint is open.
     *
     * @param fromLabel a label of the namespace that decides; empty if all namespaces of the policy may tolerate the
     *     taint
     * @param value of the label, in namespaces that may tolerate the taint whatever the taint's own value is; empty if
     *     each may tolerate the value of its label alone
     */
    public record Opening(String policy, String fromLabel, String value) {
        static Opening toAll(String policy) {
            return new Opening(policy, "", "");
        }

        /** True where a namespace of the policy with these labels may tolerate the taint whatever its value is. */
        private boolean isWhole(Map<String, String> labels) {
            return fromLabel.isEmpty() || (!value.isEmpty() && value.equals(labels.get(fromLabel)));
        }
    }

    /**
     * @param toleration null if the pod passes the taint by naming its node
     */
    public record Breach(Entry entry, @Nullable Toleration toleration) {

        public String sentence(String namespace) {
            if (toleration == null) {
                return "nodes are reserved, and taints do not keep a pod off the node that it names: remove spec.nodeName";
            }
            return entry.sentence(namespace) + ": remove toleration " + toleration;
        }
    }

    /**
     * @param leftOut the names of policies whose reservation does not fit, so that it is not in force
     * @param closed by the name of a policy in force, the first taint that it gives a toleration of and others reserve
     */
    public record Compiled(Reservations reservations, Set<String> leftOut, Map<String, Entry> closed) {}

    Stream<Entry> couldBeTolerated(Toleration toleration) {
        return candidates(toleration).stream()
                .flatMap(List::stream)
                .filter(entry -> entry.taint().couldBeToleratedBy(toleration));
    }

    /** True where the taint is open to all pods that the policy matches, as far as its namespaceSelector tells. */
    boolean isOpen(Entry entry, Policy policy) {
        // Nearly always it is the policy's own.
        return entry.openTo().stream().anyMatch(opening -> opening.policy().equals(policy.name()))
                || entry.openTo().stream().anyMatch(opening -> isOpenToAll(opening, policy));
    }

    /** True where a taint that the toleration could match is reserved at all. */
    boolean reserve(Toleration toleration) {
        return couldBeTolerated(toleration).findAny().isPresent();
    }

    /**
     * True where a taint that the toleration could match may be closed to pods that the policy matches.
     *
     * @param fromLabel the label of the namespace that has the toleration's value; empty if it has its own
     */
    boolean mayClose(Toleration toleration, String fromLabel, Policy policy) {
        return couldBeTolerated(toleration)
                .anyMatch(entry -> entry.openTo().stream()
                        .noneMatch(opening -> isOpenToAll(opening, policy)
                                || (opening.policy().equals(policy.name())
                                        && opening.value().isEmpty()
                                        && opening.fromLabel().equals(fromLabel))));
    }

    /** True where the opening is for all pods that the policy matches, as far as its namespaceSelector tells. */
    private boolean isOpenToAll(Opening opening, Policy policy) {
        Insiders insiders = policies.get(opening.policy());
        return opening.fromLabel().isEmpty()
                && insiders != null
                && policy.match().namespaceSelector().isWithin(insiders.namespaces());
    }

    private Collection<List<Entry>> candidates(Toleration toleration) {
        if (taints.isEmpty() || ReservedTaint.isOfControlPlane(toleration.key())) {
            return List.of();
        }
        return toleration.key().isEmpty() ? taints.values() : List.of(taints.getOrDefault(toleration.key(), List.of()));
    }

    /**
     * Adds the taints that others reserve for policies of which it is not known now what they reserve.
     *
     * @param unread the names of policies that cannot be read, so that their insiders stay as well
     * @param unsettled by name, the insiders of policies whose pool may have more taints than are known
     */
    public Reservations keeping(Set<String> unread, Map<String, Insiders> unsettled, Reservations others) {
        if (unread.isEmpty() && unsettled.isEmpty()) {
            return this;
        }
        Map<String, Insiders> kept = new TreeMap<>(others.policies);
        kept.keySet().retainAll(unread);
        others.policies.keySet().stream()
                .filter(unsettled::containsKey)
                .forEach(name -> kept.put(name, unsettled.get(name)));
        kept.putAll(policies);
        Map<ReservedTaint, Set<Opening>> openings = openings();
        others.openings()
                .forEach((taint, openTo) -> openTo.stream()
                        .filter(opening -> unread.contains(opening.policy()) || unsettled.containsKey(opening.policy()))
                        .filter(opening -> kept.containsKey(opening.policy()))
                        .forEach(opening -> openings.computeIfAbsent(taint, any -> new LinkedHashSet<>())
                                .add(opening)));
        return of(kept, openings);
    }

    Map<ReservedTaint, Set<Opening>> openings() {
        Map<ReservedTaint, Set<Opening>> openings = new TreeMap<>();
        taints.values().stream()
                .flatMap(List::stream)
                .forEach(entry -> openings.put(entry.taint(), new LinkedHashSet<>(entry.openTo())));
        return openings;
    }

    static Reservations of(Map<String, Insiders> policies, Map<ReservedTaint, Set<Opening>> openings) {
        Map<String, List<Entry>> taints = new TreeMap<>();
        openings.forEach((taint, openTo) -> taints.computeIfAbsent(taint.key(), any -> new ArrayList<>())
                .add(new Entry(taint, List.copyOf(openTo))));
        taints.replaceAll((key, entries) -> List.copyOf(entries));
        return new Reservations(policies, taints);
    }

    /**
     * The first reservation that the pod breaks; null if it breaks none. As the guard in the API server says, but for
     * those who may update nodes, to whom the guard refuses nothing.
     */
    public @Nullable Breach breach(Review review, NamespaceFacts namespace) {
        if (review.isOfNodesMirror()) {
            return null;
        }
        PodFacts pod = review.pod();
        for (Toleration toleration : pod.tolerations()) {
            Entry closed = isStored(toleration, review.oldPod()) ? null : closing(toleration, review, namespace);
            if (closed != null) {
                return new Breach(closed, toleration);
            }
        }
        boolean namesItsNode =
                review.operation() == Operation.CREATE && !pod.nodeName().isEmpty();
        Entry passed = namesItsNode ? passed(review, namespace) : null;
        return passed == null ? null : new Breach(passed, null);
    }

    /** The first entry because of which the pod may not have the toleration; null if there is none. */
    public @Nullable Entry closing(Toleration toleration, Review review, NamespaceFacts namespace) {
        for (List<Entry> entries : candidates(toleration)) {
            for (Entry entry : entries) {
                boolean open = !entry.taint().couldBeToleratedBy(toleration)
                        || entry.openTo().stream()
                                .anyMatch(opening -> isOpen(opening, review, namespace)
                                        || isOwnValue(opening, toleration, namespace));
                if (!open) {
                    return entry;
                }
            }
        }
        return null;
    }

    private @Nullable Entry passed(Review review, NamespaceFacts namespace) {
        return taints.values().stream()
                .flatMap(List::stream)
                .filter(entry -> entry.taint().isPassedByNodeName())
                .filter(entry -> entry.openTo().stream().noneMatch(opening -> isOpen(opening, review, namespace)))
                .findFirst()
                .orElse(null);
    }

    /** True where all that the policy reserves is open to the pod. */
    private boolean isOpen(Opening opening, Review review, NamespaceFacts namespace) {
        Insiders insiders = policies.get(opening.policy());
        if (insiders == null) {
            return false;
        }
        boolean inside =
                opening.isWhole(namespace.labels()) && insiders.namespaces().matches(namespace.labels());
        return inside || insiders.exempt().exempts(review.requester(), namespace, review.pod());
    }

    private boolean isOwnValue(Opening opening, Toleration toleration, NamespaceFacts namespace) {
        Insiders insiders = policies.get(opening.policy());
        return insiders != null
                && !opening.fromLabel().isEmpty()
                && opening.value().isEmpty()
                && !toleration.key().isEmpty()
                && toleration.operator().meaning() == Operator.EQUAL
                && !toleration.value().isEmpty()
                && toleration.value().equals(namespace.labels().get(opening.fromLabel()))
                && insiders.namespaces().matches(namespace.labels());
    }

    private static boolean isStored(Toleration toleration, @Nullable PodFacts oldPod) {
        return oldPod != null && oldPod.tolerations().stream().anyMatch(toleration::matches);
    }
}

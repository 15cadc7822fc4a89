package dev.tolerant.engine.policy;

import dev.tolerant.engine.policy.Reserve.ReservedTaint;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.LabelSyntax;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Toleration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The part of a policy that takes values from labels of the pod's namespace.
 *
 * @param tolerations with operator Equal; a value is empty until it is known of which namespace the pod is
 * @param required with operator In; without a value until then
 * @param ofPool null if the policy has no pool, or the pool is not split
 */
public record NamespaceValues(
        List<OfToleration> tolerations, List<OfRequirement> required, Pool.@Nullable LabelFrom ofPool) {
    private static final int MAX_NAMES = 10;

    public static final NamespaceValues NONE = new NamespaceValues(List.of(), List.of(), null);

    /** Takes its value from a label; it has its own where the label is empty. */
    public record OfToleration(Toleration toleration, String label) {

        private OfToleration in(Map<String, String> labels) {
            return new OfToleration(toleration.equalTo(labels.getOrDefault(label, "")), label);
        }

        /** Every value of the taint, each for the namespaces with that value. */
        ReservedTaint reserved() {
            return new ReservedTaint(toleration.key(), null, toleration.effect());
        }

        /** True where it tolerates the taint in the namespaces with one value of the label. */
        boolean couldTolerate(Taint taint) {
            return toleration.value().isEmpty()
                    ? toleration.key().equals(taint.key())
                            && toleration.effect().includes(taint.effect())
                    : toleration.tolerates(taint);
        }
    }

    /** Takes its value from a label; it has its own where the label is empty. */
    public record OfRequirement(Requirement requirement, String label) {

        private OfRequirement in(Map<String, String> labels) {
            return new OfRequirement(
                    new Requirement(
                            requirement.key(), Requirement.Operator.IN, List.of(labels.getOrDefault(label, ""))),
                    label);
        }
    }

    public boolean isEmpty() {
        return tolerations.isEmpty() && required.isEmpty() && ofPool == null;
    }

    /** Each once, in the order of the policy. */
    public Set<String> labels() {
        return Stream.of(
                        Stream.ofNullable(ofPool).map(Pool.LabelFrom::namespaceLabel),
                        tolerations.stream().map(OfToleration::label),
                        required.stream().map(OfRequirement::label))
                .flatMap(labels -> labels)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** False where a value requires nodes too: which nodes the toleration is for is not known then. */
    public boolean givesAlone(Toleration toleration) {
        return required.isEmpty()
                && tolerations.stream().anyMatch(each -> each.toleration().equals(toleration));
    }

    /** A clause that says why the namespace lacks a value; null if it has them all. */
    public @Nullable String lacking(NamespaceFacts namespace) {
        for (String label : labels()) {
            String value = namespace.labels().get(label);
            if (value == null) {
                return "namespace " + namespace.name() + " has no label " + label;
            }
            if (value.isEmpty()) {
                return "label " + label + " of namespace " + namespace.name() + " is empty";
            }
            if (!LabelSyntax.isValue(value)) {
                return "label " + label + " of namespace " + namespace.name() + " is not a label value";
            }
        }
        return null;
    }

    /** A predicate about the policy if some of the selected namespaces lack a value; null if none does. */
    public @Nullable String lackingIn(Collection<NamespaceFacts> namespaces, LabelSelector selector) {
        List<String> names = namespaces.stream()
                .filter(namespace -> selector.matches(namespace.labels()) && lacking(namespace) != null)
                .map(NamespaceFacts::name)
                .sorted()
                .toList();
        if (names.isEmpty()) {
            return null;
        }
        return "selects namespaces without a usable value of label " + String.join(" or ", labels())
                + ", whose pods get nothing of this policy: "
                + OneLine.first(MAX_NAMES, names)
                + "; label them, or let match.namespaceSelector ask for the label";
    }

    boolean give(Taint taint) {
        return tolerations.stream().anyMatch(each -> each.couldTolerate(taint));
    }

    /**
     * @param split null if the policy's pool is not split, or not computed yet
     */
    List<Reserved> reserved(KnownPool.@Nullable Split split) {
        List<Reserved> reserved = new ArrayList<>();
        tolerations.forEach(each -> reserved.add(new Reserved(each.reserved(), each.label(), "")));
        if (ofPool != null && split != null) {
            split.gives()
                    .forEach((value, gives) -> gives.all()
                            .forEach(taint -> reserved.add(new Reserved(
                                    ReservedTaint.of(Toleration.exactly(taint)), ofPool.namespaceLabel(), value))));
        }
        return reserved;
    }

    /**
     * @param value of the label; empty if it is that of the taint
     */
    public record Reserved(ReservedTaint taint, String label, String value) {}

    /**
     * @param namespace lacks no value
     */
    NamespaceValues in(NamespaceFacts namespace) {
        return new NamespaceValues(
                tolerations.stream().map(each -> each.in(namespace.labels())).toList(),
                required.stream().map(each -> each.in(namespace.labels())).toList(),
                ofPool);
    }
}

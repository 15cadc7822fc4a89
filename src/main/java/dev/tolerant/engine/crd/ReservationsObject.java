package dev.tolerant.engine.crd;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.model.LabelSelector;
import dev.tolerant.engine.model.Requirement;
import dev.tolerant.engine.model.Reservations;
import dev.tolerant.engine.model.Reservations.Entry;
import dev.tolerant.engine.model.Reservations.Insiders;
import dev.tolerant.engine.model.Reservations.Opening;
import dev.tolerant.engine.model.Reserve.Exemption;
import dev.tolerant.engine.model.Reserve.ReservedTaint;
import dev.tolerant.engine.model.Taint.Effect;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The object {@code Reservations}, by which the guard in the API server judges pods; the program alone writes it. */
@Group("tolerant.dev")
@Version("v1alpha1")
@Kind("Reservations")
@Singular("reservations")
@Plural("reservations")
public class ReservationsObject extends CurrentObject<ReservationsObject.Spec> {
    private static final ObjectMapper JSON = new ObjectMapper()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES);

    /** {@link Reservations} as an object; every field is there, because a guard with a parameter that lacks one refuses every pod. */
    public record Spec(Map<String, PolicySpec> policies, Set<String> fromLabels, Map<String, List<TaintSpec>> taints) {}

    /** The namespaces whose pods are inside a policy. */
    public record PolicySpec(Map<String, String> labels, List<ExpressionSpec> expressions, ExemptSpec exempt) {}

    /** A requirement on a namespace's label. */
    public record ExpressionSpec(String key, String operator, Set<String> values) {}

    /** The exemptions: who may tolerate what a policy reserves, although not inside. */
    public record ExemptSpec(
            Set<String> namespaces, Set<String> serviceAccounts, Set<String> users, Set<String> groups) {}

    /** A reserved taint; its value counts unless every value is reserved, and an empty effect is every effect. */
    public record TaintSpec(String value, boolean anyValue, String effect, List<OpeningSpec> policies) {}

    /** A policy to whose pods a taint is open, in those of its namespaces that a label decides about. */
    public record OpeningSpec(String name, String from, String value) {}

    /** The object that says this. */
    public static ReservationsObject of(Reservations reservations) {
        Map<String, PolicySpec> policies = new TreeMap<>();
        reservations.policies().forEach((name, insiders) -> policies.put(name, spec(insiders)));
        Map<String, List<TaintSpec>> taints = new TreeMap<>();
        reservations
                .taints()
                .forEach((key, entries) -> taints.put(
                        key, entries.stream().map(ReservationsObject::spec).toList()));
        Set<String> fromLabels = new TreeSet<>();
        reservations
                .taints()
                .values()
                .forEach(entries -> entries.forEach(entry -> entry.openTo().stream()
                        .map(Opening::fromLabel)
                        .filter(label -> !label.isEmpty())
                        .forEach(fromLabels::add)));
        ReservationsObject object = new ReservationsObject();
        object.setSpec(new Spec(policies, fromLabels, taints));
        return object;
    }

    private static PolicySpec spec(Insiders insiders) {
        LabelSelector selector = insiders.namespaces();
        Exemption exempt = insiders.exempt();
        return new PolicySpec(
                new TreeMap<>(selector.matchLabels()),
                selector.matchExpressions().stream()
                        .map(each ->
                                new ExpressionSpec(each.key(), each.operator().text(), new TreeSet<>(each.values())))
                        .toList(),
                new ExemptSpec(
                        new TreeSet<>(exempt.namespaces()),
                        new TreeSet<>(exempt.serviceAccounts()),
                        new TreeSet<>(exempt.users()),
                        new TreeSet<>(exempt.groups())));
    }

    private static TaintSpec spec(Entry entry) {
        ReservedTaint taint = entry.taint();
        return new TaintSpec(
                taint.value() == null ? "" : taint.value(),
                taint.value() == null,
                taint.effect().text(),
                entry.openTo().stream()
                        .map(opening -> new OpeningSpec(opening.policy(), opening.fromLabel(), opening.value()))
                        .toList());
    }

    /**
     * The content of a stored object.
     *
     * @throws IllegalArgumentException if it has not the form that its schema asks for
     */
    public static Reservations read(Object spec) {
        Spec read = JSON.convertValue(withValues(JSON.valueToTree(spec)), Spec.class);
        Map<String, Insiders> policies = new TreeMap<>();
        read.policies().forEach((name, policy) -> policies.put(name, insiders(policy)));
        Map<String, List<Entry>> taints = new TreeMap<>();
        read.taints()
                .forEach((key, entries) -> taints.put(
                        key, entries.stream().map(entry -> entry(key, entry)).toList()));
        return new Reservations(policies, taints);
    }

    /** Openings that an earlier version wrote have no value. */
    private static JsonNode withValues(JsonNode spec) {
        spec.path("taints")
                .forEach(entries ->
                        entries.forEach(entry -> entry.path("policies").forEach(opening -> {
                            if (opening instanceof ObjectNode fields && !fields.has("value")) {
                                fields.put("value", "");
                            }
                        })));
        return spec;
    }

    private static Insiders insiders(PolicySpec policy) {
        Collection<ExpressionSpec> expressions = policy.expressions();
        return new Insiders(
                new LabelSelector(
                        policy.labels(),
                        expressions.stream()
                                .map(each -> new Requirement(
                                        each.key(), Requirement.Operator.of(each.operator()), each.values()))
                                .toList()),
                new Exemption(
                        policy.exempt().groups(),
                        policy.exempt().users(),
                        policy.exempt().serviceAccounts(),
                        policy.exempt().namespaces()));
    }

    private static Entry entry(String key, TaintSpec taint) {
        return new Entry(
                new ReservedTaint(key, taint.anyValue() ? null : taint.value(), Effect.of(taint.effect())),
                taint.policies().stream()
                        .map(policy -> new Opening(policy.name(), policy.from(), policy.value()))
                        .toList());
    }
}

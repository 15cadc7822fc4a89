package dev.tolerant.engine.model;

import dev.tolerant.engine.model.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.model.ControlPlane.SecondsOverride;
import dev.tolerant.engine.model.Match.Criteria;
import dev.tolerant.engine.model.NamespaceValues.OfRequirement;
import dev.tolerant.engine.model.NamespaceValues.OfToleration;
import dev.tolerant.engine.model.NodeAffinity.NodePreference;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.Toleration.Operator;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the API server gives new pods by itself, as its MutatingAdmissionPolicy reads it: so much of what policies, namespaces and settings
 * give as it can say. Whatever it gives, the program would give the same pod too. Pods that do not tolerate failed nodes yet, as behind an
 * API server without DefaultTolerationSeconds, get nothing: which seconds count there hangs on the order of all that is given.
 *
 * @param rules what the settings give
 * @param policies by name
 * @param namespaces by name, those whose annotations count
 * @param staying by name, why a policy stays with the program, as a clause
 */
public record Injections(
        Rules rules, Map<String, Given> policies, Map<String, GivenTo> namespaces, Map<String, String> staying) {
    /** What an object of it takes at most, as JSON. */
    static final int MAX_BYTES = 512 * 1024;

    public static final Injections NOTHING = new Injections(Rules.NONE, Map.of(), Map.of(), Map.of());

    /**
     * What the settings give.
     *
     * @param plugins the cluster's own admission plugins
     * @param notReady how long pods stay on a node that is not ready; null if the settings do not say, or not alone
     * @param unreachable the same for a node that is unreachable
     * @param annotations whether the annotations of namespaces count
     * @param memoryPressure whether pods that are not BestEffort tolerate memory pressure
     * @param resources what pods get that ask for extended resources; null for nothing
     */
    public record Rules(
            AdmissionPlugins plugins,
            @Nullable TolerationSeconds notReady,
            @Nullable TolerationSeconds unreachable,
            boolean annotations,
            boolean memoryPressure,
            @Nullable ResourceRule resources) {
        static final Rules NONE = new Rules(
                new AdmissionPlugins(ControlPlane.DefaultTolerationSeconds.of(300, 300), SecondsOverride.NONE, false),
                null,
                null,
                false,
                false,
                null);
    }

    /**
     * What pods get that ask for extended resources.
     *
     * @param ignored names that give nothing; one that ends in {@code *} is a prefix
     * @param instead what a name gives in place of a toleration of its own, the first that fits
     * @param left keys of which tolerations stay with the program
     */
    public record ResourceRule(boolean countZero, Set<String> ignored, List<Instead> instead, Set<String> left) {

        /** The rule of the settings: whole names before prefixes, and longer prefixes before shorter ones. */
        public static ResourceRule of(boolean countZero, Set<String> ignored, Map<String, List<Taint>> taints) {
            List<Instead> instead = taints.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey(Comparator.<String, Boolean>comparing(name -> name.endsWith("*"))
                            .thenComparing(String::length, Comparator.reverseOrder())
                            .thenComparing(Comparator.naturalOrder())))
                    .map(each -> new Instead(
                            each.getKey(),
                            each.getValue().stream()
                                    .map(taint -> Toleration.of(taint, TolerationSeconds.NEVER))
                                    .toList()))
                    .toList();
            return new ResourceRule(countZero, new TreeSet<>(ignored), instead, Set.of());
        }

        /** The tolerations in place of that of a resource's own name. */
        public record Instead(String name, List<Toleration> tolerations) {}
    }

    /**
     * What a policy gives.
     *
     * @param rank its place in the order of precedence
     * @param notReady the seconds that it sets for nodes that are not ready, by whatever it gives; null for none
     * @param unreachable the same for nodes that are unreachable
     */
    public record Given(
            int rank,
            Criteria criteria,
            List<Criteria> exclude,
            List<GivenToleration> tolerations,
            List<GivenRequirement> required,
            List<NodePreference> preferred,
            @Nullable TolerationSeconds notReady,
            @Nullable TolerationSeconds unreachable) {

        Stream<String> labels() {
            return Stream.concat(
                            tolerations.stream().map(GivenToleration::fromLabel),
                            required.stream().map(GivenRequirement::fromLabel))
                    .filter(label -> !label.isEmpty());
        }
    }

    /**
     * A toleration that is given.
     *
     * @param fromLabel the label of the namespace that has its value; empty if it has its own
     */
    public record GivenToleration(Toleration toleration, String fromLabel) {

        private Toleration in(NamespaceFacts namespace) {
            return fromLabel.isEmpty()
                    ? toleration
                    : new Toleration(
                            toleration.key(),
                            Operator.EQUAL,
                            namespace.labels().getOrDefault(fromLabel, ""),
                            toleration.effect(),
                            toleration.seconds());
        }
    }

    /** A requirement that is given; {@code fromLabel} as for tolerations. */
    public record GivenRequirement(Requirement requirement, String fromLabel) {}

    /**
     * What pods of a namespace get by its annotations.
     *
     * @param left whether nothing at all is given, because the API server's own whitelist decides what may be
     */
    public record GivenTo(
            List<Toleration> tolerations,
            @Nullable TolerationSeconds notReady,
            @Nullable TolerationSeconds unreachable,
            boolean left) {}

    /**
     * What can be said of what these policies, namespaces and settings give.
     *
     * @param stored by which the guard judges at this moment, beside what the policies reserve
     */
    public static Injections of(
            PolicySet policies, Reservations stored, Collection<NamespaceFacts> namespaces, Rules rules) {
        return new Compiler(policies, stored, rules).compile(namespaces);
    }

    /** What the API server gives a new pod of a namespace. */
    public Gift to(PodFacts pod, NamespaceFacts namespace, Review.Provenance provenance) {
        GivenTo annotated = annotated(namespace);
        boolean isDefaulted = Toleration.firstOf(pod.tolerations(), NodeTaints.NOT_READY) >= 0
                && Toleration.firstOf(pod.tolerations(), NodeTaints.UNREACHABLE) >= 0;
        if (pod.mirror() || annotated.left() || !isDefaulted) {
            return Gift.NOTHING;
        }
        List<Given> matching = policies.values().stream()
                .filter(given -> matches(given, pod, namespace))
                .sorted(Comparator.comparingInt(Given::rank))
                .toList();
        return new Gift(
                tolerations(matching, annotated, pod, namespace),
                seconds(matching, annotated, pod, provenance),
                isBound(pod) ? List.of() : required(matching, namespace),
                isBound(pod)
                        ? List.of()
                        : matching.stream()
                                .flatMap(given -> given.preferred().stream())
                                .toList());
    }

    /** The tolerations that the API server gives a pod which these policies match, unless others make them superfluous. */
    public Set<Toleration> offers(List<Policy> matching, PodFacts pod, NamespaceFacts namespace) {
        if (this == NOTHING) {
            return Set.of();
        }
        List<Given> given = matching.stream()
                .map(policy -> policies.get(policy.name()))
                .filter(Objects::nonNull)
                .toList();
        return new HashSet<>(offered(given, annotated(namespace), pod, namespace));
    }

    private GivenTo annotated(NamespaceFacts namespace) {
        return namespaces.getOrDefault(namespace.name(), new GivenTo(List.of(), null, null, false));
    }

    private static boolean matches(Given given, PodFacts pod, NamespaceFacts namespace) {
        return given.criteria().mismatch(pod, namespace.labels()) == null
                && given.exclude().stream().noneMatch(each -> each.mismatch(pod, namespace.labels()) == null)
                && given.labels()
                        .allMatch(label -> LabelSyntax.isValue(
                                        namespace.labels().getOrDefault(label, ""))
                                && !namespace.labels().getOrDefault(label, "").isEmpty());
    }

    private static boolean isBound(PodFacts pod) {
        return pod.isDaemonSetPod()
                || !pod.nodeName().isEmpty()
                || !pod.pinnedNode().isEmpty()
                || !pod.host().isEmpty();
    }

    private List<Toleration> tolerations(
            List<Given> matching, GivenTo annotated, PodFacts pod, NamespaceFacts namespace) {
        List<Toleration> list = new ArrayList<>(pod.tolerations());
        for (Toleration each : offered(matching, annotated, pod, namespace)) {
            if (list.stream().noneMatch(earlier -> earlier.shadows(each))) {
                list.add(each);
            }
        }
        return List.copyOf(list.subList(pod.tolerations().size(), list.size()));
    }

    private List<Toleration> offered(List<Given> matching, GivenTo annotated, PodFacts pod, NamespaceFacts namespace) {
        List<Toleration> offered = new ArrayList<>();
        matching.forEach(given -> given.tolerations().forEach(each -> offered.add(each.in(namespace))));
        offered.addAll(annotated.tolerations());
        if (rules.memoryPressure() && !pod.isBestEffort()) {
            offered.add(AdmissionPlugins.MEMORY_PRESSURE);
        }
        if (rules.resources() != null) {
            offered.addAll(ofResources(pod, rules.resources()));
        }
        return offered;
    }

    private static List<Toleration> ofResources(PodFacts pod, ResourceRule rule) {
        Set<String> names = new TreeSet<>();
        for (Resources container : pod.resources()) {
            for (Map<String, BigDecimal> amounts : List.of(container.requests(), container.limits())) {
                amounts.forEach((name, amount) -> {
                    boolean counts = rule.countZero() || Resources.isPositive(amount);
                    if (counts
                            && Resources.ResourceNames.isExtended(name)
                            && rule.ignored().stream().noneMatch(each -> LabelSyntax.isNamed(name, each))) {
                        names.add(name);
                    }
                });
            }
        }
        List<Toleration> tolerations = new ArrayList<>();
        for (String name : names) {
            rule.instead().stream()
                    .filter(instead -> LabelSyntax.isNamed(name, instead.name()))
                    .findFirst()
                    .map(ResourceRule.Instead::tolerations)
                    .orElseGet(() -> rule.left().contains(name) || rule.left().contains("")
                            ? List.of()
                            : List.of(AdmissionPlugins.ofResource(name)))
                    .forEach(tolerations::add);
        }
        return tolerations;
    }

    private Map<Integer, TolerationSeconds> seconds(
            List<Given> matching, GivenTo annotated, PodFacts pod, Review.Provenance provenance) {
        Map<Integer, TolerationSeconds> changed = new TreeMap<>();
        if (provenance != Review.Provenance.UNOWNED) {
            return changed;
        }
        boolean settings = !pod.isDaemonSetPod();
        retime(
                changed,
                pod.tolerations(),
                rules.plugins().defaults().notReady(),
                NodeTaints.NOT_READY,
                first(matching.stream().map(Given::notReady)),
                annotated.notReady(),
                settings ? rules.notReady() : null);
        retime(
                changed,
                pod.tolerations(),
                rules.plugins().defaults().unreachable(),
                NodeTaints.UNREACHABLE,
                first(matching.stream().map(Given::unreachable)),
                annotated.unreachable(),
                settings ? rules.unreachable() : null);
        return changed;
    }

    private static @Nullable TolerationSeconds first(Stream<@Nullable TolerationSeconds> seconds) {
        return seconds.filter(each -> each != null).findFirst().orElse(null);
    }

    private void retime(
            Map<Integer, TolerationSeconds> changed,
            List<Toleration> list,
            Toleration injected,
            Taint taint,
            @Nullable TolerationSeconds ofPolicies,
            @Nullable TolerationSeconds ofNamespace,
            @Nullable TolerationSeconds ofSettings) {
        boolean reaches = rules.plugins().override() != SecondsOverride.NONE;
        TolerationSeconds seconds = ofPolicies != null && reaches
                ? ofPolicies
                : ofPolicies == null && ofNamespace != null
                        ? ofNamespace
                        : ofPolicies == null && reaches ? ofSettings : null;
        boolean others = list.stream().anyMatch(each -> !each.equals(injected) && each.tolerates(taint));
        if (seconds == null || others || seconds.equals(injected.seconds())) {
            return;
        }
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).equals(injected)) {
                changed.put(i, seconds);
            }
        }
    }

    private static List<Requirement> required(List<Given> matching, NamespaceFacts namespace) {
        List<Requirement> required = new ArrayList<>();
        for (Given given : matching) {
            for (GivenRequirement each : given.required()) {
                Requirement requirement = each.fromLabel().isEmpty()
                        ? each.requirement()
                        : new Requirement(
                                each.requirement().key(),
                                Requirement.Operator.IN,
                                List.of(namespace.labels().getOrDefault(each.fromLabel(), "")));
                if (required.stream().noneMatch(requirement::isSameAs)) {
                    required.add(requirement);
                }
            }
        }
        return required;
    }

    /**
     * What one pod is given.
     *
     * @param tolerations in the order in which they are appended
     * @param seconds by the index of an entry that the API server injected, its other seconds
     * @param required what each term of its required node affinity must have
     * @param preferred what its node affinity must prefer
     */
    public record Gift(
            List<Toleration> tolerations,
            Map<Integer, TolerationSeconds> seconds,
            List<Requirement> required,
            List<NodePreference> preferred) {
        public static final Gift NOTHING = new Gift(List.of(), Map.of(), List.of(), List.of());
    }

    /** Goes through policies in their order; what stays with the program keeps back what comes after it and is not independent of it. */
    private static final class Compiler {
        private static final int BYTES_AROUND = 24;
        private static final int BYTES_OF_POLICY = 400;

        private final List<Policy> ranked;
        private final List<Reservations> walls;
        private final Rules rules;
        private final Map<String, Given> given = new TreeMap<>();
        private final Map<String, String> staying = new TreeMap<>();
        /** What policies that stay with the program give. */
        private final List<Toleration> kept = new ArrayList<>();

        private boolean notReadyKept;
        private boolean unreachableKept;
        private long bytes;

        Compiler(PolicySet policies, Reservations stored, Rules rules) {
            this.ranked = policies.policies();
            this.walls = List.of(policies.reservations().reservations(), stored);
            this.rules = rules;
        }

        Injections compile(Collection<NamespaceFacts> namespaces) {
            for (int rank = 0; rank < ranked.size(); rank++) {
                Policy policy = ranked.get(rank);
                if (policy.mode() == Mode.ENFORCE) {
                    add(rank, policy);
                }
            }
            Map<String, GivenTo> annotated = new TreeMap<>();
            namespaces.forEach(namespace -> {
                GivenTo own = annotated(namespace);
                if (own != null) {
                    annotated.put(namespace.name(), own);
                }
            });
            return new Injections(rules(), given, annotated, staying);
        }

        private void add(int rank, Policy policy) {
            Given own = given(rank, policy);
            String why = why(policy, own);
            long size = size(own);
            if (why == null && bytes + size > MAX_BYTES) {
                why = "what the API server gives by itself is full";
            }
            if (why == null) {
                bytes += size;
                given.put(policy.name(), own);
                return;
            }
            staying.put(policy.name(), why);
            kept.addAll(possible(policy));
            notReadyKept |= seconds(policy, NodeTaints.NOT_READY) != null;
            unreachableKept |= seconds(policy, NodeTaints.UNREACHABLE) != null;
        }

        private @Nullable String why(Policy policy, Given own) {
            if (policy.match().asksForNodes()) {
                return "match.nodeSelector and match.os depend on what other policies give";
            }
            if (policy.values().ofPool() != null) {
                return "spec.nodes.selector takes a value from a label of the namespace";
            }
            if (own.tolerations().stream().anyMatch(each -> mayBeClosed(each, policy))) {
                return "another policy reserves a taint that it gives a toleration of";
            }
            boolean conflicts = own.tolerations().stream().anyMatch(each -> isKept(any(each)));
            return conflicts ? "a policy of higher precedence that stays with the program gives the same" : null;
        }

        private boolean mayBeClosed(GivenToleration given, Policy policy) {
            return walls.stream().anyMatch(wall -> wall.mayClose(any(given), given.fromLabel(), policy));
        }

        private boolean isReserved(Toleration toleration) {
            return walls.stream().anyMatch(wall -> wall.reserve(toleration));
        }

        /** Whether it depends on the pod what becomes of the toleration: a policy that stays may give the same, or more, or less. */
        private boolean isKept(Toleration toleration) {
            return kept.stream().anyMatch(each -> overlap(each, toleration));
        }

        /** Whether one may make the other superfluous, whatever value a label has. */
        private static boolean overlap(Toleration one, Toleration other) {
            boolean key = one.key().equals(other.key())
                    || one.key().isEmpty()
                    || other.key().isEmpty();
            boolean effect =
                    one.effect() == other.effect() || one.effect() == Effect.ANY || other.effect() == Effect.ANY;
            boolean value = one.operator() == Operator.EXISTS
                    || other.operator() == Operator.EXISTS
                    || (one.operator().meaning() == other.operator().meaning()
                            && one.value().equals(other.value()));
            return key && effect && value;
        }

        private static Toleration any(GivenToleration given) {
            Toleration toleration = given.toleration();
            return given.fromLabel().isEmpty() ? toleration : withAnyValue(toleration);
        }

        private static Toleration withAnyValue(Toleration toleration) {
            return Toleration.exists(toleration.key(), toleration.effect());
        }

        /** All that the policy may give, in whichever namespace. */
        private static List<Toleration> possible(Policy policy) {
            List<Toleration> all = new ArrayList<>(policy.possibleTolerations().toList());
            policy.values().tolerations().forEach(each -> all.add(withAnyValue(each.toleration())));
            return all;
        }

        private Given given(int rank, Policy policy) {
            List<GivenToleration> tolerations = new ArrayList<>();
            for (Toleration toleration : policy.tolerationsByHand()) {
                tolerations.add(new GivenToleration(toleration.withMeaning(), ""));
            }
            for (OfToleration each : policy.values().tolerations()) {
                tolerations.add(new GivenToleration(each.toleration(), each.label()));
            }
            for (Toleration toleration : policy.tolerationsOfPool()) {
                tolerations.add(new GivenToleration(toleration, ""));
            }
            List<GivenRequirement> required = new ArrayList<>();
            policy.requiredNodeAffinity().forEach(each -> required.add(new GivenRequirement(each, "")));
            for (OfRequirement each : policy.values().required()) {
                required.add(new GivenRequirement(each.requirement(), each.label()));
            }
            return new Given(
                    rank,
                    policy.match().criteria(),
                    policy.match().exclude(),
                    List.copyOf(tolerations),
                    List.copyOf(required),
                    policy.preferredNodeAffinity(),
                    notReadyKept ? null : seconds(policy, NodeTaints.NOT_READY),
                    unreachableKept ? null : seconds(policy, NodeTaints.UNREACHABLE));
        }

        /** The seconds of the first that the policy gives and that tolerates the taint of a failed node; null for none. */
        private static @Nullable TolerationSeconds seconds(Policy policy, Taint taint) {
            TolerationSeconds own = taint.equals(NodeTaints.NOT_READY)
                    ? policy.nodeFailure().notReady()
                    : policy.nodeFailure().unreachable();
            return own != null ? own : seconds(policy.possibleTolerations().toList(), taint);
        }

        private static @Nullable TolerationSeconds seconds(List<Toleration> tolerations, Taint taint) {
            int first = Toleration.firstOf(tolerations, taint);
            return first < 0 ? null : tolerations.get(first).seconds();
        }

        private @Nullable GivenTo annotated(NamespaceFacts namespace) {
            if (rules.plugins().checkWhitelist() && !namespace.whitelist().isEmpty()) {
                return new GivenTo(List.of(), null, null, true);
            }
            if (!rules.annotations() || namespace.defaults().isEmpty()) {
                return null;
            }
            boolean whole = namespace.defaults().stream().noneMatch(each -> isReserved(each) || isKept(each));
            // Seconds are those of the first that counts, so without one of them nothing can be said of the others.
            return whole
                    ? new GivenTo(
                            namespace.defaults(),
                            notReadyKept ? null : seconds(namespace.defaults(), NodeTaints.NOT_READY),
                            unreachableKept ? null : seconds(namespace.defaults(), NodeTaints.UNREACHABLE),
                            false)
                    : new GivenTo(List.of(), null, null, true);
        }

        private Rules rules() {
            Toleration memory = AdmissionPlugins.MEMORY_PRESSURE;
            return new Rules(
                    rules.plugins(),
                    notReadyKept ? null : rules.notReady(),
                    unreachableKept ? null : rules.unreachable(),
                    rules.annotations(),
                    rules.memoryPressure() && !isKept(memory),
                    resources(rules.resources()));
        }

        private @Nullable ResourceRule resources(@Nullable ResourceRule rule) {
            if (rule == null) {
                return null;
            }
            Set<String> left = new TreeSet<>();
            walls.forEach(wall -> left.addAll(wall.taints().keySet()));
            kept.stream()
                    .filter(each -> each.effect() == Effect.ANY || each.effect() == Effect.NO_SCHEDULE)
                    .map(Toleration::key)
                    .forEach(left::add);
            List<ResourceRule.Instead> instead = rule.instead().stream()
                    .map(each -> new ResourceRule.Instead(
                            each.name(),
                            each.tolerations().stream()
                                    .filter(toleration -> !isReserved(toleration) && !isKept(toleration))
                                    .toList()))
                    .toList();
            return new ResourceRule(rule.countZero(), rule.ignored(), instead, left);
        }

        /** Of a policy as JSON, about. */
        private static long size(Given own) {
            long texts = Stream.concat(Stream.of(own.criteria()), own.exclude().stream())
                    .mapToLong(Compiler::size)
                    .sum();
            long tolerations = own.tolerations().stream()
                    .mapToLong(each -> 5L * BYTES_AROUND
                            + each.toleration().key().length()
                            + each.toleration().value().length()
                            + each.fromLabel().length())
                    .sum();
            long required = own.required().stream()
                    .mapToLong(
                            each -> size(each.requirement()) + each.fromLabel().length())
                    .sum();
            long preferred = own.preferred().stream()
                    .flatMap(each -> each.requirements().stream())
                    .mapToLong(Compiler::size)
                    .sum();
            return BYTES_OF_POLICY + texts + tolerations + required + preferred;
        }

        private static long size(Requirement requirement) {
            return 3L * BYTES_AROUND
                    + requirement.key().length()
                    + requirement.values().stream()
                            .mapToLong(value -> value.length() + BYTES_AROUND)
                            .sum();
        }

        private static long size(Criteria criteria) {
            return Stream.of(criteria.namespaceSelector(), criteria.podSelector())
                            .mapToLong(selector -> selector.matchLabels().entrySet().stream()
                                            .mapToLong(label -> BYTES_AROUND
                                                    + label.getKey().length()
                                                    + label.getValue().length())
                                            .sum()
                                    + selector.matchExpressions().stream()
                                            .mapToLong(Compiler::size)
                                            .sum())
                            .sum()
                    + Stream.of(criteria.ownerKinds(), criteria.resources(), criteria.priorityClassNames())
                            .flatMap(Set::stream)
                            .mapToLong(text -> BYTES_AROUND + text.length())
                            .sum();
        }
    }
}

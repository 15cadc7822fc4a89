package dev.tolerant.engine.model;

import dev.tolerant.engine.model.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.model.ControlPlane.SecondsOverride;
import dev.tolerant.engine.model.Match.Criteria;
import dev.tolerant.engine.model.NodeAffinity.NodePreference;
import dev.tolerant.engine.model.Toleration.Operator;
import java.math.BigDecimal;
import java.util.ArrayList;
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
 * Everything that the API server gives new pods by itself, as its MutatingAdmissionPolicy reads it: so much of what policies, namespaces and settings
 * give as it can say. Whatever it gives, the program would give the same pod too. Pods that do not tolerate failed nodes yet, as behind an
 * API server without DefaultTolerationSeconds, get nothing: which seconds count there hangs on the order of all that is given.
 *
 * @param rules what the settings give
 * @param policies by name
 * @param namespaces by name, those whose annotations count
 * @param staying by name, why a policy stays with the program, or the seconds of one of {@code policies}, as a clause
 */
public record Injections(
        Rules rules, Map<String, Given> policies, Map<String, GivenTo> namespaces, Map<String, String> staying) {
    /** The largest size of its object as JSON. */
    static final int MAX_BYTES = 512 * 1024;

    /** Pods that would get more tolerations for their resources get none of them. */
    private static final int MAX_OF_RESOURCES = 32;

    public static final Injections NOTHING = new Injections(Rules.NONE, Map.of(), Map.of(), Map.of());

    /**
     * The built-in rules that the settings switch on.
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
        /** The rules by which nothing is given, not by policies either. */
        public static final Rules NONE = new Rules(
                new AdmissionPlugins(ControlPlane.DefaultTolerationSeconds.of(300, 300), SecondsOverride.NONE, false),
                null,
                null,
                false,
                false,
                null);
    }

    /**
     * The rule for pods that ask for extended resources.
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
     * The tolerations, seconds and affinity of one policy.
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
     * The tolerations that a namespace's annotations give its pods.
     *
     * @param left whether nothing at all is given, because the API server's own whitelist decides what may be
     */
    public record GivenTo(
            List<Toleration> tolerations,
            @Nullable TolerationSeconds notReady,
            @Nullable TolerationSeconds unreachable,
            boolean left) {}

    /** The tolerations and affinity that the API server gives a new pod of a namespace. */
    public Gift to(PodFacts pod, NamespaceFacts namespace, Review.Provenance provenance) {
        GivenTo annotated = annotated(namespace);
        boolean isDefaulted = Toleration.firstOf(pod.tolerations(), NodeTaints.NOT_READY) >= 0
                && Toleration.firstOf(pod.tolerations(), NodeTaints.UNREACHABLE) >= 0;
        boolean isTooLong = pod.tolerations().size() > PodFacts.MAX_TOLERATIONS;
        if (pod.mirror() || annotated.left() || !isDefaulted || isTooLong) {
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
                        .map(label -> namespace.labels().getOrDefault(label, ""))
                        .allMatch(value -> !value.isEmpty() && LabelSyntax.isValue(value));
    }

    private static boolean isBound(PodFacts pod) {
        return pod.isDaemonSetPod() || pod.bound() != null;
    }

    private List<Toleration> tolerations(
            List<Given> matching, GivenTo annotated, PodFacts pod, NamespaceFacts namespace) {
        List<Toleration> list = new ArrayList<>(pod.tolerations());
        for (Toleration each : offered(matching, annotated, pod, namespace)) {
            if (list.size() < PodFacts.GIVEN_UP_TO && list.stream().noneMatch(earlier -> earlier.shadows(each))) {
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
        return tolerations.size() > MAX_OF_RESOURCES ? List.of() : tolerations;
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
        // Without override, only the annotations of a namespace reach what the API server injected.
        TolerationSeconds reaching = ofPolicies != null ? ofPolicies : ofSettings;
        TolerationSeconds overriding = rules.plugins().override() == SecondsOverride.NONE ? null : reaching;
        TolerationSeconds seconds = ofPolicies == null && ofNamespace != null ? ofNamespace : overriding;
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
     * The tolerations and affinity that one pod is given.
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
}

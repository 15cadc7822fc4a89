package dev.tolerant.engine.standing;

import dev.tolerant.engine.policy.Match.Criteria;
import dev.tolerant.engine.policy.NamespaceValues.OfToleration;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Policy.NodeFailure;
import dev.tolerant.engine.standing.Injections.Given;
import dev.tolerant.engine.standing.Injections.GivenTo;
import dev.tolerant.engine.standing.Injections.ResourceRule;
import dev.tolerant.engine.standing.Injections.Rules;
import dev.tolerant.engine.words.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.words.ControlPlane.SecondsOverride;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.Toleration.Operator;
import dev.tolerant.engine.words.TolerationSeconds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds what of policies, namespaces and settings the API server can give by itself. It goes through policies in their
 * order: one that stays with the program keeps back whatever comes after it and may become superfluous by it, or decide
 * about the same seconds.
 *
 * <p>Used once, by one thread.
 */
public final class InjectionsCompiler {
    private static final int BYTES_AROUND = 24;
    private static final int BYTES_OF_POLICY = 300;
    private static final int BYTES_OF_CRITERIA = 125;
    private static final GivenTo LEFT = new GivenTo(List.of(), NodeFailure.UNSAID, true);
    private static final int BYTES_OF_LEFT = 80;
    private static final String OWN_TOLERATIONS =
            "a policy that stays with the program sets seconds of node failure too, so pods with tolerations of their own keep those of the"
                    + " API server";
    private static final String FULL = "the object Injections is full";
    private static final String TOO_MANY_NAMESPACES =
            "more namespaces than the object Injections can name have annotations that only a replica can apply";
    private static final String TOO_MUCH =
            "with policies of higher precedence it could give one pod more than the API server can work out, which is "
                    + MostGiven.LIMIT.tolerations() + " tolerations of " + MostGiven.LIMIT.policies()
                    + " policies, and some 50 requirements on nodes";

    private final List<Policy> ranked;
    private final List<Reservations> walls;
    private final Rules rules;
    private final Map<String, Given> given = new TreeMap<>();
    private final Map<String, String> staying = new TreeMap<>();
    /** The tolerations of policies that stay with the program, by key. */
    private final Map<String, List<Toleration>> kept = new HashMap<>();

    private final MostGiven most;

    private boolean notReadyKept;
    private boolean unreachableKept;
    private long bytes;
    private boolean full;

    private InjectionsCompiler(PolicySet policies, Reservations stored, Rules rules) {
        this.ranked = policies.policies();
        this.most = new MostGiven(LabelSelector.shared(
                ranked.stream().map(policy -> policy.match().criteria().namespaceSelector())));
        this.walls = List.of(policies.reservations().reservations(), stored);
        this.rules = rules;
    }

    /**
     * As far as CEL can express it.
     *
     * @param stored by which the guard judges at this moment, beside what the policies reserve
     */
    public static Injections compile(
            PolicySet policies, Reservations stored, Collection<NamespaceFacts> namespaces, Rules rules) {
        return rules.equals(Rules.NONE)
                ? Injections.NOTHING
                : new InjectionsCompiler(policies, stored, rules).compile(namespaces);
    }

    private Injections compile(Collection<NamespaceFacts> namespaces) {
        for (int rank = 0; rank < ranked.size(); rank++) {
            Policy policy = ranked.get(rank);
            if (policy.mode() == Mode.ENFORCE) {
                add(rank, policy);
            }
        }
        if (keepsLikely()) {
            given.values().stream()
                    .filter(each -> !each.seconds().equals(NodeFailure.UNSAID))
                    .forEach(each -> staying.putIfAbsent(each.policy().name(), OWN_TOLERATIONS));
        }
        Map<String, GivenTo> annotated = new TreeMap<>();
        namespaces.forEach(namespace -> annotated.computeIfAbsent(namespace.name(), any -> annotated(namespace)));
        long left = annotated.entrySet().stream()
                .filter(each -> each.getValue().left())
                .mapToLong(each -> BYTES_OF_LEFT + each.getKey().length())
                .sum();
        Map<String, NamespaceFacts> whitelists = new TreeMap<>();
        namespaces.stream()
                .filter(each -> isJudged(each, annotated.getOrDefault(each.name(), GivenTo.NOTHING)))
                .forEach(each -> whitelists.put(each.name(), each));
        return left <= Injections.MAX_BYTES
                ? new Injections(rules(), given, annotated, whitelists, staying)
                : nothing();
    }

    /** A namespace that could not be named as one that is left would get what its annotations keep from it. */
    private Injections nothing() {
        ranked.stream()
                .filter(policy -> policy.mode() == Mode.ENFORCE)
                .forEach(policy -> staying.put(policy.name(), TOO_MANY_NAMESPACES));
        return new Injections(Rules.NONE, Map.of(), Map.of(), Map.of(), staying);
    }

    private void add(int rank, Policy policy) {
        Given own = new Given(rank, policy, given(seconds(policy)));
        String why = full ? FULL : why(policy);
        long size = size(policy);
        if (why == null && bytes + size > Injections.MAX_BYTES) {
            full = true;
            why = FULL;
        }
        if (why == null && !most.takes(policy)) {
            why = TOO_MUCH;
        }
        if (why == null) {
            bytes += size;
            given.put(policy.name(), own);
            if (!own.seconds().equals(seconds(policy))) {
                staying.put(
                        policy.name(),
                        "a policy of higher precedence that stays with the program sets seconds of node failure");
            }
            return;
        }
        staying.put(policy.name(), why);
        // All that it may give, in whichever namespace.
        Stream.concat(
                        policy.possibleTolerations(),
                        policy.values().tolerations().stream().map(each -> withAnyValue(each.toleration())))
                .forEach(each -> kept.computeIfAbsent(each.key(), any -> new ArrayList<>())
                        .add(each));
        notReadyKept |= seconds(policy).notReady() != null;
        unreachableKept |= seconds(policy).unreachable() != null;
    }

    private @Nullable String why(Policy policy) {
        if (policy.match().asksForNodes()) {
            return "match.nodeSelector and match.os depend on what other policies give";
        }
        if (policy.values().ofPool() != null) {
            return "spec.nodes.selector takes a value from a label of the namespace";
        }
        if (policy.givenRequirements().stream()
                .anyMatch(each -> each.requirement().namesHosts())) {
            return "it names hosts, which the program would take for the choice of the pod's author";
        }
        List<OfToleration> tolerations = policy.givenTolerations();
        if (tolerations.stream()
                .anyMatch(each -> walls.stream().anyMatch(wall -> wall.mayClose(any(each), each.label(), policy)))) {
            return "another policy reserves a taint that it gives a toleration of";
        }
        if (rules.plugins().checkWhitelist() && tolerations.stream().anyMatch(each -> mayReplace(each.toleration()))) {
            return "the API server's PodTolerationRestriction may drop other entries for it";
        }
        return tolerations.stream().anyMatch(each -> isKept(any(each)))
                ? "a policy of higher precedence that stays with the program gives the same"
                : null;
    }

    private static boolean mayReplace(Toleration toleration) {
        return toleration.effect().includes(Effect.NO_EXECUTE);
    }

    private boolean isReserved(Toleration toleration) {
        return walls.stream().anyMatch(wall -> wall.reserve(toleration));
    }

    /** True where it depends on the pod what becomes of the toleration: a policy that stays may give the same, or more, or less. */
    private boolean isKept(Toleration toleration) {
        Stream<List<Toleration>> near = toleration.key().isEmpty()
                ? kept.values().stream()
                : Stream.of(toleration.key(), "").map(key -> kept.getOrDefault(key, List.of()));
        return near.flatMap(List::stream).anyMatch(each -> overlap(each, toleration));
    }

    /** True where one may make the other superfluous, whatever value a label has. */
    private static boolean overlap(Toleration one, Toleration other) {
        boolean key = one.key().equals(other.key())
                || one.key().isEmpty()
                || other.key().isEmpty();
        boolean effect = one.effect() == other.effect() || one.effect() == Effect.ANY || other.effect() == Effect.ANY;
        boolean value = one.operator() == Operator.EXISTS
                || other.operator() == Operator.EXISTS
                || (one.operator().meaning() == other.operator().meaning()
                        && one.value().equals(other.value()));
        return key && effect && value;
    }

    private static Toleration any(OfToleration given) {
        Toleration toleration = given.toleration();
        return given.label().isEmpty() ? toleration : withAnyValue(toleration);
    }

    private static Toleration withAnyValue(Toleration toleration) {
        return Toleration.exists(toleration.key(), toleration.effect());
    }

    /** Without the seconds about which a policy of higher precedence decides that stays with the program. */
    private NodeFailure given(NodeFailure seconds) {
        return new NodeFailure(
                notReadyKept ? null : seconds.notReady(), unreachableKept ? null : seconds.unreachable());
    }

    /** Those that the policy sets, or else the seconds of the first that it gives and that tolerates the taint of a failed node. */
    private static NodeFailure seconds(Policy policy) {
        List<Toleration> tolerations = policy.possibleTolerations().toList();
        TolerationSeconds notReady = policy.nodeFailure().notReady();
        TolerationSeconds unreachable = policy.nodeFailure().unreachable();
        return new NodeFailure(
                notReady != null ? notReady : seconds(tolerations, NodeTaints.NOT_READY),
                unreachable != null ? unreachable : seconds(tolerations, NodeTaints.UNREACHABLE));
    }

    private static @Nullable TolerationSeconds seconds(List<Toleration> tolerations, Taint taint) {
        int first = Toleration.firstOf(tolerations, taint);
        return first < 0 ? null : tolerations.get(first).seconds();
    }

    private @Nullable GivenTo annotated(NamespaceFacts namespace) {
        if (rules.plugins().checkWhitelist() && !namespace.whitelist().isEmpty()) {
            return LEFT;
        }
        if (!rules.annotations() || namespace.defaults().isEmpty()) {
            return null;
        }
        long size = size(namespace.defaults());
        boolean whole = most.hasRoom(namespace, namespace.defaults().size())
                && bytes + size <= Injections.MAX_BYTES
                && namespace.defaults().stream()
                        .noneMatch(each -> isReserved(each)
                                || isKept(each)
                                || (rules.plugins().checkWhitelist() && mayReplace(each)));
        bytes += whole ? size : 0;
        // Seconds are those of the first that counts, so without one of them nothing can be said of the others.
        return whole
                ? new GivenTo(
                        namespace.defaults(),
                        given(new NodeFailure(
                                seconds(namespace.defaults(), NodeTaints.NOT_READY),
                                seconds(namespace.defaults(), NodeTaints.UNREACHABLE))),
                        false)
                : LEFT;
    }

    /** True where all is given here that pods of the namespace may have without their authors, so that its whitelist can judge the rest. */
    private boolean isJudged(NamespaceFacts namespace, GivenTo own) {
        List<ResourceRule.Instead> instead = instead(rules.resources());
        boolean allIsKnown = rules.annotations()
                && namespace.isRestricted()
                && namespace.whitelist().size() <= Injections.MAX_WHITELIST
                && !own.left()
                && !notReadyKept
                && !unreachableKept
                && instead.equals(instead(resources(rules.resources())))
                && ranked.stream()
                        .filter(policy -> staying.containsKey(policy.name()))
                        .noneMatch(policy ->
                                policy.match().criteria().namespaceSelector().matches(namespace.labels()));
        long size = size(namespace.whitelist())
                + size(Stream.of(namespace.labels(), namespace.annotations())
                        .flatMap(texts -> Stream.concat(texts.keySet().stream(), texts.values().stream())));
        boolean isJudged = allIsKnown && bytes + size <= Injections.MAX_BYTES;
        bytes += isJudged ? size : 0;
        return isJudged;
    }

    private static List<ResourceRule.Instead> instead(@Nullable ResourceRule rule) {
        return rule == null ? List.of() : rule.instead();
    }

    /** True where likely entries stay as they are: with other seconds for one of the pair the program would not know the other. */
    private boolean keepsLikely() {
        return rules.plugins().override() == SecondsOverride.LIKELY && (notReadyKept || unreachableKept);
    }

    private Rules rules() {
        Toleration memory = AdmissionPlugins.MEMORY_PRESSURE;
        AdmissionPlugins plugins = rules.plugins();
        return new Rules(
                keepsLikely()
                        ? new AdmissionPlugins(plugins.defaults(), SecondsOverride.PROVEN, plugins.checkWhitelist())
                        : plugins,
                given(rules.seconds()),
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
        kept.values().stream()
                .flatMap(List::stream)
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

    private static long size(Policy policy) {
        List<Criteria> exclude = policy.match().exclude();
        return BYTES_OF_POLICY
                + (long) BYTES_OF_CRITERIA * exclude.size()
                + size(Stream.of(
                                Stream.concat(Stream.of(policy.match().criteria()), exclude.stream())
                                        .flatMap(InjectionsCompiler::texts),
                                policy.givenTolerations().stream()
                                        .flatMap(each -> texts(each.toleration(), each.label())),
                                policy.givenRequirements().stream()
                                        .flatMap(each -> texts(each.requirement(), each.label())),
                                policy.preferredNodeAffinity().stream()
                                        .flatMap(each -> each.requirements().stream())
                                        .flatMap(each -> texts(each, "")))
                        .flatMap(texts -> texts));
    }

    private static long size(List<Toleration> tolerations) {
        return size(tolerations.stream().flatMap(each -> texts(each, "")));
    }

    /** In JSON, with what stands around each text. */
    private static long size(Stream<String> texts) {
        return texts.mapToLong(text -> BYTES_AROUND + text.length()).sum();
    }

    /** An empty text stands for operator and effect, which are short. */
    private static Stream<String> texts(Toleration toleration, String label) {
        return Stream.of(toleration.key(), toleration.value(), label, "");
    }

    private static Stream<String> texts(Requirement requirement, String label) {
        return Stream.concat(Stream.of(requirement.key(), label, ""), requirement.values().stream());
    }

    private static Stream<String> texts(Criteria criteria) {
        return Stream.concat(
                Stream.of(criteria.namespaceSelector(), criteria.podSelector())
                        .flatMap(selector -> Stream.concat(
                                selector.matchLabels().entrySet().stream()
                                        .map(label -> label.getKey() + label.getValue()),
                                selector.matchExpressions().stream().flatMap(each -> texts(each, "")))),
                Stream.of(criteria.ownerKinds(), criteria.resources(), criteria.priorityClassNames())
                        .flatMap(Set::stream));
    }
}

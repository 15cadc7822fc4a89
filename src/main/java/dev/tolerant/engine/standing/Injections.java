package dev.tolerant.engine.standing;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Policy.NodeFailure;
import dev.tolerant.engine.words.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.words.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.words.ControlPlane.SecondsOverride;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Toleration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the API server gives new pods by itself, as its MutatingAdmissionPolicy reads it: so much of what
 * policies, namespaces and settings give as it can say. The program would give all of it to the same pod too.
 *
 * @param policies by name
 * @param namespaces by name, those whose annotations count
 * @param whitelists by name, the namespaces by whose whitelists the API server judges pods itself
 * @param staying by name, a clause that says why a policy stays with the program, or the seconds of one of {@code
 *     policies}
 */
public record Injections(
        Rules rules,
        Map<String, Given> policies,
        Map<String, GivenTo> namespaces,
        Map<String, NamespaceFacts> whitelists,
        Map<String, String> staying) {
    /** Of its object as JSON. */
    static final int MAX_BYTES = 512 * 1024;

    /** Pods that would get more tolerations for their resources get none of them. */
    public static final int MAX_OF_RESOURCES = 32;

    /** A longer whitelist is left to the program: an API server works out within a budget what it admits. */
    public static final int MAX_WHITELIST = 32;

    public static final Injections NOTHING = new Injections(Rules.NONE, Map.of(), Map.of(), Map.of(), Map.of());

    /**
     * The built-in rules that the settings switch on.
     *
     * @param seconds of pods on failed nodes, as far as the settings say so, and alone
     * @param annotations true where the annotations of namespaces count
     * @param memoryPressure true where pods that are not BestEffort tolerate memory pressure
     * @param resources for pods that ask for extended resources; null for nothing
     */
    public record Rules(
            AdmissionPlugins plugins,
            NodeFailure seconds,
            boolean annotations,
            boolean memoryPressure,
            @Nullable ResourceRule resources) {
        /** Nothing is given, not by policies either. */
        public static final Rules NONE = new Rules(
                new AdmissionPlugins(DefaultTolerationSeconds.of(300, 300), SecondsOverride.NONE, false),
                NodeFailure.UNSAID,
                false,
                false,
                null);
    }

    /**
     * @param ignored names that give nothing; one that ends in {@code *} is a prefix
     * @param instead given by a name in place of a toleration of its own, the first that fits
     * @param left keys of which tolerations stay with the program
     */
    public record ResourceRule(boolean countZero, Set<String> ignored, List<Instead> instead, Set<String> left) {

        /** Whole names before prefixes, and longer prefixes before shorter ones. */
        public static ResourceRule of(boolean countZero, Set<String> ignored, Map<String, List<Toleration>> taints) {
            List<Instead> instead = taints.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey(Comparator.<String, Boolean>comparing(name -> name.endsWith("*"))
                            .thenComparing(String::length, Comparator.reverseOrder())
                            .thenComparing(Comparator.naturalOrder())))
                    .map(each -> new Instead(each.getKey(), each.getValue()))
                    .toList();
            return new ResourceRule(countZero, new TreeSet<>(ignored), instead, Set.of());
        }

        private boolean gives(Toleration toleration) {
            String key = toleration.key();
            boolean isOfName = toleration.equals(AdmissionPlugins.ofResource(key));
            return (isOfName && !left.contains(key) && !left.contains(""))
                    || instead.stream().anyMatch(each -> each.tolerations().contains(toleration));
        }

        public record Instead(String name, List<Toleration> tolerations) {}
    }

    /**
     * @param rank the policy's place in the order of precedence
     * @param seconds of those that the policy sets by whatever it gives, the ones that are given
     */
    public record Given(int rank, Policy policy, NodeFailure seconds) {}

    /**
     * @param left true where nothing at all is given, because the API server's own whitelist decides what may be
     */
    public record GivenTo(List<Toleration> tolerations, NodeFailure seconds, boolean left) {
        static final GivenTo NOTHING = new GivenTo(List.of(), NodeFailure.UNSAID, false);
    }

    /** In order of precedence, with the values of the namespace. */
    public List<Policy> matching(PodFacts pod, NamespaceFacts namespace) {
        return policies.values().stream()
                .sorted(Comparator.comparingInt(Given::rank))
                .map(Given::policy)
                .filter(policy -> policy.matches(pod, namespace))
                .map(policy -> policy.in(namespace))
                .toList();
    }

    /** False for a pod without a list, as behind an API server without DefaultTolerationSeconds: it is given nothing. */
    public boolean reach(PodFacts pod, NamespaceFacts namespace) {
        return !pod.mirror()
                && !annotated(namespace).left()
                && !pod.tolerations().isEmpty()
                && pod.tolerations().size() <= PodFacts.MAX_TOLERATIONS;
    }

    /** True where the toleration may tolerate a failed node, or stops DefaultTolerationSeconds from appending its own. */
    public static boolean isOfFailure(Toleration toleration) {
        return DefaultTolerationSeconds.isSuppressed(List.of(toleration), NodeTaints.NOT_READY)
                || DefaultTolerationSeconds.isSuppressed(List.of(toleration), NodeTaints.UNREACHABLE);
    }

    /** True where a toleration is given that the rule offers. */
    public boolean give(RuleId rule, Toleration toleration) {
        return switch (rule.kind()) {
            case DAEMON_SET -> false;
            case MEMORY_PRESSURE -> rules.memoryPressure();
            case EXTENDED_RESOURCES ->
                rules.resources() != null && rules.resources().gives(toleration);
            default -> true;
        };
    }

    /** True where the seconds are given that the rule sets for a pod on a node with the taint. */
    public boolean set(RuleId rule, PodFacts pod, NamespaceFacts namespace, Taint taint) {
        Given policy = policies.get(rule.policy());
        NodeFailure seconds = switch (rule.kind()) {
            case POLICIES -> policy == null ? NodeFailure.UNSAID : policy.seconds();
            case NAMESPACE_ANNOTATIONS -> annotated(namespace).seconds();
            default -> pod.isDaemonSetPod() ? NodeFailure.UNSAID : rules.seconds();
        };
        return seconds.of(taint) != null;
    }

    private GivenTo annotated(NamespaceFacts namespace) {
        return namespaces.getOrDefault(namespace.name(), GivenTo.NOTHING);
    }
}

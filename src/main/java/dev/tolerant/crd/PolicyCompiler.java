package dev.tolerant.crd;

import dev.tolerant.core.pod.NodeRequirement;
import dev.tolerant.core.pod.SecondsOverride;
import dev.tolerant.core.policy.DeniedTaint;
import dev.tolerant.core.policy.Exemption;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.policy.PolicyMode;
import dev.tolerant.core.policy.Restriction;
import dev.tolerant.core.toleration.Effect;
import dev.tolerant.core.toleration.LabelSyntax;
import dev.tolerant.core.toleration.Operator;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationRules;
import dev.tolerant.core.toleration.TolerationSeconds;
import dev.tolerant.manifest.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks a TolerationPolicy, which no API server may have checked before, and compiles it. */
public final class PolicyCompiler {
    private final TolerationRules rules;
    private final List<Problem> errors = new ArrayList<>();

    private PolicyCompiler(TolerationRules rules) {
        this.rules = rules;
    }

    /**
     * What became of a TolerationPolicy.
     *
     * @param policy null if there are errors
     * @param errors what is wrong, each with the path of a field
     */
    public record Compiled(@Nullable Policy policy, List<Problem> errors) {}

    /** Compiles a policy; whatever is wrong with it is an error, and never an exception. */
    public static Compiled compile(TolerationPolicy object, TolerationRules rules) {
        PolicyCompiler compiler = new PolicyCompiler(rules);
        TolerationPolicySpec spec = object.getSpec() == null ? new TolerationPolicySpec() : object.getSpec();
        Policy policy = compiler.policy(object.getMetadata().getName(), spec);
        return compiler.errors.isEmpty()
                ? new Compiled(policy, List.of())
                : new Compiled(null, List.copyOf(compiler.errors));
    }

    private Policy policy(String name, TolerationPolicySpec spec) {
        if (spec.match == null) {
            error("spec.match", "is required; {} is every pod");
        }
        NodeFailureSpec nodeFailure = spec.nodeFailure == null ? new NodeFailureSpec() : spec.nodeFailure;
        return new Policy(
                name,
                spec.priority,
                mode(spec.mode),
                MatchCompiler.compile(spec.match == null ? new MatchSpec() : spec.match, this::error),
                tolerations(spec.tolerations, "spec.tolerations"),
                requirements(spec.requiredNodeAffinity),
                new Policy.NodeFailure(
                        seconds(nodeFailure.notReadySeconds, nodeFailure.notReady, "notReady"),
                        seconds(nodeFailure.unreachableSeconds, nodeFailure.unreachable, "unreachable")),
                override(nodeFailure.override),
                spec.restrict == null ? null : restriction(spec.restrict));
    }

    private static PolicyMode mode(TolerationPolicySpec.Mode mode) {
        return switch (mode) {
            case Enforce -> PolicyMode.ENFORCE;
            case Warn -> PolicyMode.WARN;
            case Audit -> PolicyMode.AUDIT;
            case Disabled -> PolicyMode.DISABLED;
        };
    }

    private static SecondsOverride override(NodeFailureSpec.Override override) {
        return switch (override) {
            case Proven -> SecondsOverride.PROVEN;
            case Likely -> SecondsOverride.LIKELY;
            case None -> SecondsOverride.NONE;
        };
    }

    private static Operator operator(TolerationSpec.Operator operator) {
        return switch (operator) {
            case Exists -> Operator.EXISTS;
            case Equal -> Operator.EQUAL;
            case Lt -> Operator.LT;
            case Gt -> Operator.GT;
        };
    }

    private static Effect effect(TaintEffect effect) {
        return switch (effect) {
            case NoSchedule -> Effect.NO_SCHEDULE;
            case PreferNoSchedule -> Effect.PREFER_NO_SCHEDULE;
            case NoExecute -> Effect.NO_EXECUTE;
        };
    }

    private List<Toleration> tolerations(List<TolerationSpec> specs, String path) {
        List<Toleration> tolerations = new ArrayList<>();
        for (int i = 0; i < specs.size(); i++) {
            Toleration toleration = toleration(specs.get(i));
            String at = path + "[" + i + "]";
            rules.violation(toleration).ifPresent(why -> error(at, "is refused: " + why));
            tolerations.add(toleration);
        }
        return List.copyOf(tolerations);
    }

    private static Toleration toleration(TolerationSpec spec) {
        return new Toleration(
                spec.key == null ? "" : spec.key,
                spec.operator == null ? Operator.EQUAL : operator(spec.operator),
                spec.value == null ? "" : spec.value,
                spec.effect == null ? Effect.ANY : effect(spec.effect),
                spec.tolerationSeconds == null
                        ? TolerationSeconds.NEVER
                        : TolerationSeconds.of(spec.tolerationSeconds));
    }

    private List<NodeRequirement> requirements(List<NodeRequirementSpec> specs) {
        List<NodeRequirement> requirements = new ArrayList<>();
        for (int i = 0; i < specs.size(); i++) {
            String path = "spec.requiredNodeAffinity[" + i + "]";
            NodeRequirementSpec spec = specs.get(i);
            if (spec.key == null || !LabelSyntax.isName(spec.key)) {
                error(path + ".key", "must be a label name such as example.com/pool");
            }
            if (spec.operator == null) {
                error(path + ".operator", "must be In, NotIn, Exists, DoesNotExist, Gt or Lt");
                continue;
            }
            checkValues(spec.operator, spec.values, path + ".values");
            requirements.add(new NodeRequirement(
                    spec.key == null ? "" : spec.key, spec.operator.name(), List.copyOf(spec.values)));
        }
        return List.copyOf(requirements);
    }

    private void checkValues(NodeRequirementSpec.Operator operator, List<String> values, String path) {
        switch (operator) {
            case In, NotIn -> {
                if (values.isEmpty() || !values.stream().allMatch(LabelSyntax::isValue)) {
                    error(path, "must have at least one label value for In and NotIn");
                }
            }
            case Exists, DoesNotExist -> {
                if (!values.isEmpty()) {
                    error(path, "must be empty for Exists and DoesNotExist");
                }
            }
            case Gt, Lt -> {
                if (values.size() != 1 || !values.get(0).matches("[0-9]{1,18}")) {
                    error(path, "must be one whole number for Gt and Lt");
                }
            }
        }
    }

    private @Nullable TolerationSeconds seconds(
            @Nullable Long seconds, NodeFailureSpec.@Nullable Never never, String name) {
        if (seconds != null && never != null) {
            error("spec.nodeFailure." + name, "must not be set together with " + name + "Seconds");
        }
        if (never != null) {
            return TolerationSeconds.NEVER;
        }
        return seconds == null ? null : TolerationSeconds.of(seconds);
    }

    private Restriction restriction(RestrictSpec spec) {
        List<DeniedTaint> deny = new ArrayList<>();
        for (int i = 0; i < spec.deny.size(); i++) {
            deny.add(denied(spec.deny.get(i), "spec.restrict.deny[" + i + "]"));
        }
        return new Restriction(
                List.copyOf(deny),
                tolerations(spec.allow, "spec.restrict.allow"),
                spec.exempt == null ? Exemption.NOBODY : exemption(spec.exempt, "spec.restrict.exempt"));
    }

    private Exemption exemption(ExemptSpec spec, String path) {
        for (int i = 0; i < spec.serviceAccounts.size(); i++) {
            if (spec.serviceAccounts.get(i).indexOf('/') <= 0) {
                error(path + ".serviceAccounts[" + i + "]", "must be namespace/name, or namespace/*");
            }
        }
        SelectorSpec selector = spec.namespaceSelector;
        if (selector != null && selector.matchLabels.isEmpty() && selector.matchExpressions.isEmpty()) {
            error(path + ".namespaceSelector", "must not be empty: an empty selector would exempt every namespace");
        }
        return new Exemption(
                Set.copyOf(spec.groups),
                Set.copyOf(spec.users),
                Set.copyOf(spec.serviceAccounts),
                Set.copyOf(spec.namespaces),
                selector == null ? null : MatchCompiler.selector(selector, path + ".namespaceSelector", this::error));
    }

    private DeniedTaint denied(DeniedTaintSpec spec, String path) {
        if (spec.key == null || !LabelSyntax.isName(spec.key)) {
            error(path + ".key", "must be a label name such as example.com/pool");
        }
        if (spec.value != null && !LabelSyntax.isValue(spec.value)) {
            error(path + ".value", "must be a label value: at most 63 letters, digits, '-', '_' and '.'");
        }
        return new DeniedTaint(
                spec.key == null ? "" : spec.key, spec.value, spec.effect == null ? Effect.ANY : effect(spec.effect));
    }

    private void error(String path, String sentence) {
        errors.add(Problem.of(path, sentence));
    }
}

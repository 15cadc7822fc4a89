package dev.tolerant.engine.crd;

import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.model.Mode;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.Toleration.Operator;
import dev.tolerant.engine.model.TolerationRules;
import dev.tolerant.engine.model.TolerationSeconds;
import io.fabric8.kubernetes.api.model.IntOrString;
import java.util.ArrayList;
import java.util.List;
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
    public record Compiled(@Nullable Policy policy, List<Problem> errors) {

        /** The reason in the condition {@code Accepted}. */
        public String reason() {
            return errors.isEmpty() ? "Valid" : "Invalid";
        }
    }

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
        if (spec.priority < -TolerationPolicySpec.MAX_PRIORITY || spec.priority > TolerationPolicySpec.MAX_PRIORITY) {
            error("spec.priority", "must be a whole number from -1000000 to 1000000");
        }
        NodeFailureSpec nodeFailure = spec.nodeFailure == null ? new NodeFailureSpec() : spec.nodeFailure;
        AffinityCompiler affinity = new AffinityCompiler(this::error);
        return new Policy(
                name,
                spec.priority,
                mode(spec.mode),
                MatchCompiler.compile(spec.match == null ? new MatchSpec() : spec.match, this::error),
                spec.daemonSetTemplates,
                tolerations(spec.tolerations, "spec.tolerations"),
                affinity.requirements(spec.requiredNodeAffinity, "spec.requiredNodeAffinity"),
                affinity.preferences(spec.preferredNodeAffinity, "spec.preferredNodeAffinity"),
                nodeFailure(nodeFailure),
                spec.nodes == null ? null : affinity.pool(spec.nodes, "spec.nodes"),
                null,
                spec.reserve == null ? null : new ReserveCompiler(this::error).compile(spec, spec.reserve));
    }

    private static Mode mode(TolerationPolicySpec.Mode mode) {
        return switch (mode) {
            case Enforce -> Mode.ENFORCE;
            case Audit -> Mode.AUDIT;
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
                spec.effect == null ? Effect.ANY : spec.effect.effect(),
                spec.tolerationSeconds == null
                        ? TolerationSeconds.NEVER
                        : TolerationSeconds.of(spec.tolerationSeconds));
    }

    private Policy.NodeFailure nodeFailure(NodeFailureSpec spec) {
        return new Policy.NodeFailure(
                seconds(spec.notReady, "spec.nodeFailure.notReady"),
                seconds(spec.unreachable, "spec.nodeFailure.unreachable"));
    }

    private @Nullable TolerationSeconds seconds(@Nullable IntOrString value, String path) {
        if (value == null) {
            return null;
        }
        Integer seconds = value.getIntVal();
        boolean never = "Never".equals(value.getStrVal());
        if (!never && (seconds == null || seconds < 0)) {
            error(path, "must be a whole number of seconds from 0, or Never");
        }
        return seconds == null ? TolerationSeconds.NEVER : TolerationSeconds.of(Math.max(0, seconds));
    }

    private void error(String path, String sentence) {
        errors.add(Problem.of(path, sentence));
    }
}

package dev.tolerant.observed.registration;

import dev.tolerant.engine.crd.InjectionsObject;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.standing.ReservationsText;
import dev.tolerant.engine.words.Mode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An admission policy that a release has installed with a binding of the same name, and when it is in force: a guard, or the policy that
 * gives pods something while no replica answers.
 *
 * @param actions the API server must do one of these with what the policy does not allow; empty for a policy that refuses nothing
 */
public record InstalledGuard(String name, Keeps keeps, Set<String> actions) {
    private static final String DENY = "Deny";
    private static final String AUDIT = "Audit";

    /** The subjects of guards; their names end so. */
    public enum Keeps {
        RESERVED_TAINTS("-reservations", true, "pods may tolerate what policies reserve for others"),
        NAMESPACE_LABELS(
                "-namespace-labels", true, "an account that may label namespaces can open reserved taints to them"),
        RESERVATIONS(
                "-reservations-writer",
                false,
                "accounts other than the program's may decide what is reserved in the API server"),
        TOLERATION_COUNT("-toleration-count", true, "long lists of tolerations may keep the API server busy"),
        REGISTRATION("-registration", false, "code that runs as the webhook may rewrite its whole registration"),
        INJECTIONS("-injections", false, "accounts other than the program's may decide what the API server gives pods"),
        WHITELISTS("-injections-whitelists", false, "whitelists of namespaces do not hold while no replica answers"),
        PODS("-pods", false, "code that runs as the webhook may change more of running pods than tolerations"),
        SOMETHING("", false, "what it guards is not enforced"),
        /** No guard: it has the same name as that of the object which it reads. */
        WHILE_AWAY("", false, "pods get nothing while no replica answers");

        private final String suffix;
        private final boolean reportsInAudit;
        private final String without;

        Keeps(String suffix, boolean reportsInAudit, String without) {
            this.suffix = suffix;
            this.reportsInAudit = reportsInAudit;
            this.without = without;
        }

        public boolean judgesByReservations() {
            return this == RESERVED_TAINTS || this == NAMESPACE_LABELS;
        }

        /** True of a MutatingAdmissionPolicy, false of a ValidatingAdmissionPolicy. */
        public boolean mutates() {
            return this == WHILE_AWAY;
        }

        private String failurePolicy() {
            return readsInjections() ? "Ignore" : "Fail";
        }

        private boolean readsInjections() {
            return this == WHILE_AWAY || this == WHITELISTS;
        }

        /** The kind and name of the object that its binding has to refer to; empty if it reads none. */
        private List<String> param() {
            return judgesByReservations()
                    ? List.of("ServiceAccount", ReservationsText.OBJECT)
                    : readsInjections() ? List.of("Injections", InjectionsObject.NAME) : List.of();
        }

        /** A clause about the risk where there is no such guard. */
        public String without() {
            return without;
        }

        private static Keeps of(String name) {
            return Stream.of(values())
                    .filter(each -> name.endsWith(each.suffix))
                    .findFirst()
                    .orElse(SOMETHING);
        }
    }

    /**
     * @param policies by name
     * @param bindings by name
     * @param nothingToJudgeBy true where the object is missing by which guards judge, although policies reserve
     *     something
     */
    public static List<Installed> seen(
            List<InstalledGuard> guards,
            Map<String, GuardPolicy> policies,
            Map<String, Binding> bindings,
            boolean nothingToJudgeBy) {
        return guards.stream()
                .map(guard ->
                        new Installed(guard, policies.get(guard.name), bindings.get(guard.name), nothingToJudgeBy))
                .toList();
    }

    public static List<String> complaints(List<InstalledGuard> guards, List<Manifest> policies, List<Manifest> bindings)
            throws InvalidManifestException {
        return seen(guards, read(policies, GuardPolicy::of), read(bindings, Binding::of), false).stream()
                .flatMap(guard -> guard.complaint().stream())
                .toList();
    }

    private static <T> Map<String, T> read(List<Manifest> manifests, Fields.Reader<T> part)
            throws InvalidManifestException {
        Map<String, T> byName = new HashMap<>();
        for (Manifest manifest : manifests) {
            byName.put(manifest.name(), manifest.read(part));
        }
        return byName;
    }

    /**
     * @param mode of the program: in audit, those that refuse pods and labels only report
     */
    public static InstalledGuard of(String name, Mode mode) {
        Keeps keeps = Keeps.of(name);
        boolean reports = keeps.reportsInAudit && mode == Mode.AUDIT;
        return new InstalledGuard(name, keeps, reports ? Set.of(DENY, AUDIT) : Set.of(DENY));
    }

    public static List<InstalledGuard> of(List<String> names, Mode mode) {
        return names.stream().map(name -> of(name, mode)).toList();
    }

    /** The policy that gives pods something while no replica answers, beside the guard of this name. */
    public static InstalledGuard giving(String name) {
        return new InstalledGuard(name, Keeps.WHILE_AWAY, Set.of());
    }

    /**
     * The fields of a policy that count.
     *
     * @param failurePolicy empty for the API's default
     * @param paramKind the kind of the object that it reads; empty if it reads none
     * @param broken the first expression that the API server's type check warns of; empty if there is none
     */
    public record GuardPolicy(String uid, String failurePolicy, String paramKind, Optional<String> broken) {
        public static final Mask WANTED = Mask.of()
                .at("metadata", Mask.ofValues("uid"))
                .at("spec", Mask.ofValues("failurePolicy"))
                .at("spec.paramKind", Mask.ofValues("kind"))
                .at("status.typeChecking.expressionWarnings", Mask.ofValues("fieldRef"));

        public static GuardPolicy of(Fields policy) throws UnexpectedJsonException {
            List<Fields> warnings =
                    policy.object("status").object("typeChecking").objects("expressionWarnings");
            return new GuardPolicy(
                    policy.object("metadata").text("uid"),
                    policy.object("spec").text("failurePolicy"),
                    policy.object("spec").object("paramKind").text("kind"),
                    warnings.isEmpty()
                            ? Optional.empty()
                            : Optional.of(warnings.get(0).text("fieldRef")));
        }
    }

    /**
     * The fields of a binding that count.
     *
     * @param narrowed true where it has matchResources, by which the policy is not asked about everything
     * @param param the name of the object that the policy judges by; empty if it judges by none
     */
    public record Binding(String policy, Set<String> actions, boolean narrowed, String param) {
        public static final Mask WANTED = Mask.of()
                .at("spec", Mask.ofValues("policyName", "validationActions", "matchResources"))
                .at("spec.paramRef", Mask.ofValues("name"));

        public static Binding of(Fields binding) throws UnexpectedJsonException {
            Fields spec = binding.object("spec");
            return new Binding(
                    spec.text("policyName"),
                    Set.copyOf(spec.texts("validationActions")),
                    spec.isObject("matchResources"),
                    spec.object("paramRef").text("name"));
        }
    }

    /**
     * Null is what the cluster does not have.
     *
     * @param nothingToJudgeBy true where policies reserve something and the object by which guards judge is not there,
     *     so that they admit everything
     */
    public record Installed(
            InstalledGuard guard,
            @Nullable GuardPolicy policy,
            @Nullable Binding binding,
            boolean nothingToJudgeBy) {

        /** Empty if there is no policy. */
        public String uid() {
            return policy == null ? "" : policy.uid;
        }

        public boolean isInForce() {
            return problems().isEmpty() && !(nothingToJudgeBy && guard.keeps.judgesByReservations());
        }

        /** A sentence about the guard itself; empty if nothing is wrong with it. */
        public Optional<String> complaint() {
            return problems().isEmpty()
                    ? Optional.empty()
                    : Optional.of((guard.keeps.mutates() ? "MutatingAdmissionPolicy " : "ValidatingAdmissionPolicy ")
                            + guard.name + " is not in force, because "
                            + String.join(" and ", problems()) + ": " + guard.keeps.without
                            + "; helm upgrade brings it back");
        }

        private List<String> problems() {
            if (policy == null) {
                return List.of("it does not exist");
            }
            List<String> problems = new ArrayList<>();
            guard.judge(policy, problems);
            if (binding == null) {
                problems.add("it has no binding of its name");
            } else {
                guard.judge(binding, problems);
            }
            return problems;
        }
    }

    private void judge(GuardPolicy policy, List<String> problems) {
        if (!policy.failurePolicy.isEmpty() && !policy.failurePolicy.equals(keeps.failurePolicy())) {
            problems.add("its failurePolicy is " + policy.failurePolicy);
        }
        if (keeps.readsInjections() && !policy.paramKind.equals(keeps.param().get(0))) {
            problems.add("it does not read " + keeps.param().get(0));
        }
        policy.broken.ifPresent(
                expression -> problems.add("the API server cannot make sense of its expression " + expression));
    }

    private void judge(Binding binding, List<String> problems) {
        if (!binding.policy.equals(name)) {
            problems.add("its binding is of policy " + binding.policy);
        }
        if (!actions.isEmpty() && binding.actions.stream().noneMatch(actions::contains)) {
            problems.add("its binding does not deny");
        }
        if (binding.narrowed) {
            problems.add("its binding has matchResources");
        }
        List<String> param = keeps.param();
        if (!param.isEmpty() && !binding.param.equals(param.get(1))) {
            problems.add("its binding does not refer to " + String.join(" ", param));
        }
    }
}

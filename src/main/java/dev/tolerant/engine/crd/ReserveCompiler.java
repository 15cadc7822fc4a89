package dev.tolerant.engine.crd;

import dev.tolerant.engine.policy.Exemption;
import dev.tolerant.engine.policy.Reserve;
import dev.tolerant.engine.policy.ReservedTaint;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Checks what a TolerationPolicy reserves and whom it exempts, and compiles it. */
final class ReserveCompiler {
    private static final Set<String> EVERYBODY =
            Set.of("system:authenticated", "system:serviceaccounts", "system:serviceaccounts:kube-system");
    private static final String CONTROLLER_MANAGER = "system:kube-controller-manager";
    private static final String ACCOUNTS_OF_CONTROLLERS = "system:serviceaccount:kube-system:";

    private ReserveCompiler() {}

    /** What is reserved; {@code error} receives the path and the sentence of each error. */
    static Reserve compile(TolerationPolicySpec spec, ReserveSpec reserve, BiConsumer<String, String> error) {
        if (!asksForALabel(spec.match == null ? null : spec.match.namespaceSelector)) {
            error.accept("spec", ReserveSpec.NEEDS_A_LABEL);
        }
        if (spec.tolerations.stream().anyMatch(each -> each.key == null || each.key.isEmpty())) {
            error.accept("spec", ReserveSpec.NEEDS_KEYS);
        }
        if (spec.nodes == null && spec.tolerations.isEmpty() && reserve.taints.isEmpty()) {
            error.accept("spec", ReserveSpec.NEEDS_SOMETHING);
        }
        RestrictionCompiler compiler = new RestrictionCompiler(error);
        List<ReservedTaint> taints = compiler.denied(reserve.taints, "spec.reserve.taints").stream()
                .map(each -> new ReservedTaint(each.key(), each.value(), each.effect()))
                .toList();
        if (taints.stream().anyMatch(each -> each.key().startsWith(ReservedTaint.CONTROL_PLANE))) {
            error.accept("spec.reserve.taints", ReserveSpec.CONTROL_PLANE);
        }
        return new Reserve(
                taints, reserve.exempt == null ? Exemption.NOBODY : exemption(compiler, reserve.exempt, error));
    }

    private static boolean asksForALabel(@Nullable SelectorSpec selector) {
        return selector != null
                && (!selector.matchLabels.isEmpty()
                        || selector.matchExpressions.stream()
                                .anyMatch(each -> each.operator == SelectorRequirementSpec.Operator.In
                                        || each.operator == SelectorRequirementSpec.Operator.Exists));
    }

    private static Exemption exemption(
            RestrictionCompiler compiler, ExemptSpec spec, BiConsumer<String, String> error) {
        String path = "spec.reserve.exempt";
        if (!Collections.disjoint(spec.groups, EVERYBODY)) {
            error.accept(path, ReserveSpec.EVERYBODY);
        }
        if (spec.users.stream()
                .anyMatch(user -> user.equals(CONTROLLER_MANAGER) || user.startsWith(ACCOUNTS_OF_CONTROLLERS))) {
            error.accept(path, ReserveSpec.CONTROLLERS);
        }
        if (spec.namespaceSelector != null) {
            error.accept(path, ReserveSpec.NO_SELECTOR);
        }
        return compiler.exemption(spec, path);
    }
}

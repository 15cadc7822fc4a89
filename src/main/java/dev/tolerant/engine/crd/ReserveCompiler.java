package dev.tolerant.engine.crd;

import dev.tolerant.engine.model.LabelSyntax;
import dev.tolerant.engine.model.Reserve;
import dev.tolerant.engine.model.Reserve.Exemption;
import dev.tolerant.engine.model.Reserve.ReservedTaint;
import dev.tolerant.engine.model.Taint.Effect;
import java.util.ArrayList;
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
    private static final String EXEMPT = "spec.reserve.exempt";

    private final BiConsumer<String, String> error;

    /** {@code error} receives the path and the sentence of each error. */
    ReserveCompiler(BiConsumer<String, String> error) {
        this.error = error;
    }

    Reserve compile(TolerationPolicySpec spec, ReserveSpec reserve) {
        if (!asksForALabel(spec.match == null ? null : spec.match.namespaceSelector)) {
            error.accept("spec", ReserveSpec.NEEDS_A_LABEL);
        }
        if (spec.tolerations.stream().anyMatch(each -> each.key == null || each.key.isEmpty())) {
            error.accept("spec", ReserveSpec.NEEDS_KEYS);
        }
        if (spec.nodes == null && spec.tolerations.isEmpty() && reserve.taints.isEmpty()) {
            error.accept("spec", ReserveSpec.NEEDS_SOMETHING);
        }
        return new Reserve(
                taints(reserve.taints, "spec.reserve.taints"),
                reserve.exempt == null ? Exemption.NOBODY : exemption(reserve.exempt));
    }

    private static boolean asksForALabel(@Nullable SelectorSpec selector) {
        return selector != null
                && (!selector.matchLabels.isEmpty()
                        || selector.matchExpressions.stream()
                                .anyMatch(each -> each.operator == SelectorRequirementSpec.Operator.In
                                        || each.operator == SelectorRequirementSpec.Operator.Exists));
    }

    private List<ReservedTaint> taints(List<ReservedTaintSpec> specs, String path) {
        List<ReservedTaint> taints = new ArrayList<>();
        for (int i = 0; i < specs.size(); i++) {
            taints.add(taint(specs.get(i), path + "[" + i + "]"));
        }
        if (taints.stream().anyMatch(each -> ReservedTaint.isOfControlPlane(each.key()))) {
            error.accept(path, ReserveSpec.CONTROL_PLANE);
        }
        return List.copyOf(taints);
    }

    private ReservedTaint taint(ReservedTaintSpec spec, String path) {
        if (spec.key == null || !LabelSyntax.isName(spec.key)) {
            error.accept(path + ".key", "must be a label name such as example.com/pool");
        }
        if (spec.value != null && !LabelSyntax.isValue(spec.value)) {
            error.accept(path + ".value", "must be a label value: at most 63 letters, digits, '-', '_' and '.'");
        }
        return new ReservedTaint(
                spec.key == null ? "" : spec.key, spec.value, spec.effect == null ? Effect.ANY : spec.effect.effect());
    }

    private Exemption exemption(ExemptSpec spec) {
        if (!Collections.disjoint(spec.groups, EVERYBODY)) {
            error.accept(EXEMPT, ReserveSpec.EVERYBODY);
        }
        if (spec.users.stream()
                .anyMatch(user -> user.equals(CONTROLLER_MANAGER) || user.startsWith(ACCOUNTS_OF_CONTROLLERS))) {
            error.accept(EXEMPT, ReserveSpec.CONTROLLERS);
        }
        for (int i = 0; i < spec.serviceAccounts.size(); i++) {
            if (spec.serviceAccounts.get(i).indexOf('/') <= 0) {
                error.accept(EXEMPT + ".serviceAccounts[" + i + "]", "must be namespace/name, or namespace/*");
            }
        }
        checkNames(spec.groups, EXEMPT + ".groups");
        checkNames(spec.users, EXEMPT + ".users");
        return new Exemption(
                Set.copyOf(spec.groups),
                Set.copyOf(spec.users),
                Set.copyOf(spec.serviceAccounts),
                Set.copyOf(spec.namespaces));
    }

    private void checkNames(List<String> names, String path) {
        int empty = names.indexOf("");
        if (empty >= 0) {
            error.accept(path + "[" + empty + "]", "must not be empty");
        }
    }
}

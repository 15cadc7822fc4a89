package dev.tolerant.engine.crd;

import dev.tolerant.engine.policy.DeniedTaint;
import dev.tolerant.engine.policy.Exemption;
import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.LabelSyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** Checks what a TolerationPolicy denies and whom it exempts, and compiles it. */
final class RestrictionCompiler {
    private final BiConsumer<String, String> error;

    /** @param error receives the path and the sentence of each error */
    RestrictionCompiler(BiConsumer<String, String> error) {
        this.error = error;
    }

    /** The denied sets of taints. */
    List<DeniedTaint> denied(List<DeniedTaintSpec> specs, String path) {
        List<DeniedTaint> denied = new ArrayList<>();
        for (int i = 0; i < specs.size(); i++) {
            denied.add(denied(specs.get(i), path + "[" + i + "]"));
        }
        return List.copyOf(denied);
    }

    /** Whom a restriction does not apply to. */
    Exemption exemption(ExemptSpec spec, String path) {
        for (int i = 0; i < spec.serviceAccounts.size(); i++) {
            if (spec.serviceAccounts.get(i).indexOf('/') <= 0) {
                error(path + ".serviceAccounts[" + i + "]", "must be namespace/name, or namespace/*");
            }
        }
        checkNames(spec.groups, path + ".groups");
        checkNames(spec.users, path + ".users");
        SelectorSpec selector = spec.namespaceSelector;
        if (selector != null && SelectorSpec.isEmpty(selector)) {
            error(path + ".namespaceSelector", "must not be empty: an empty selector would exempt every namespace");
        }
        return new Exemption(
                Set.copyOf(spec.groups),
                Set.copyOf(spec.users),
                Set.copyOf(spec.serviceAccounts),
                Set.copyOf(spec.namespaces),
                selector == null ? null : MatchCompiler.selector(selector, path + ".namespaceSelector", error));
    }

    private DeniedTaint denied(DeniedTaintSpec spec, String path) {
        if (spec.key == null || !LabelSyntax.isName(spec.key)) {
            error(path + ".key", "must be a label name such as example.com/pool");
        }
        if (spec.value != null && !LabelSyntax.isValue(spec.value)) {
            error(path + ".value", "must be a label value: at most 63 letters, digits, '-', '_' and '.'");
        }
        return new DeniedTaint(
                spec.key == null ? "" : spec.key, spec.value, spec.effect == null ? Effect.ANY : spec.effect.effect());
    }

    private void checkNames(List<String> names, String path) {
        int empty = names.indexOf("");
        if (empty >= 0) {
            error(path + "[" + empty + "]", "must not be empty");
        }
    }

    private void error(String path, String sentence) {
        error.accept(path, sentence);
    }
}

package dev.tolerant.engine.crd;

import dev.tolerant.engine.model.LabelSyntax;
import dev.tolerant.engine.model.NodeAffinity.NodePreference;
import dev.tolerant.engine.model.NodeTaints;
import dev.tolerant.engine.model.Pool;
import dev.tolerant.engine.model.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Checks what a TolerationPolicy says of nodes, and compiles it. */
final class AffinityCompiler {
    private static final int MAX_WEIGHT = 100;

    private final BiConsumer<String, String> error;

    /** @param error receives the path and the sentence of each error */
    AffinityCompiler(BiConsumer<String, String> error) {
        this.error = error;
    }

    /** The requirements, without those that are wrong. */
    List<Requirement> requirements(List<NodeRequirementSpec> specs, String path) {
        List<Requirement> requirements = new ArrayList<>();
        for (int i = 0; i < specs.size(); i++) {
            Requirement requirement = requirement(specs.get(i), path + "[" + i + "]");
            if (requirement != null) {
                requirements.add(requirement);
            }
        }
        return List.copyOf(requirements);
    }

    /** The preferences, each for one requirement, without those that are wrong. */
    List<NodePreference> preferences(List<NodePreferenceSpec> specs, String path) {
        List<NodePreference> preferences = new ArrayList<>();
        for (int i = 0; i < specs.size(); i++) {
            String at = path + "[" + i + "]";
            Integer weight = specs.get(i).weight;
            checkWeight(weight == null ? 0 : weight, at + ".weight");
            Requirement requirement = requirement(specs.get(i), at);
            if (weight != null && requirement != null) {
                preferences.add(new NodePreference(weight, List.of(requirement)));
            }
        }
        return List.copyOf(preferences);
    }

    /** A pool of nodes. */
    Pool pool(PoolSpec spec, String path) {
        SelectorSpec selector = spec.selector == null ? new SelectorSpec() : spec.selector;
        if (SelectorSpec.isEmpty(selector)) {
            error(path + ".selector", "must not be empty: an empty selector would be every node of the cluster");
        }
        checkWeight(spec.weight, path + ".weight");
        if (spec.taintKeys == null) {
            error(path + ".taintKeys", "is required; [] is a pool without taints, or one whose NodePools declare them");
        }
        List<String> taintKeys = spec.taintKeys == null ? List.of() : List.copyOf(spec.taintKeys);
        for (int i = 0; i < taintKeys.size(); i++) {
            String key = taintKeys.get(i);
            if (!LabelSyntax.isName(key.endsWith("/*") ? key.substring(0, key.length() - 1) + "x" : key)) {
                error(path + ".taintKeys[" + i + "]", "must be the key of a taint, or prefix/*");
            }
        }
        if (taintKeys.stream().anyMatch(key -> key.equals("node.kubernetes.io/*") || NodeTaints.isOfCondition(key))) {
            error(path + ".taintKeys", PoolSpec.OF_CONDITIONS);
        }
        return new Pool(
                MatchCompiler.selector(selector, path + ".selector", error),
                taintKeys,
                switch (spec.affinity) {
                    case Required -> Pool.Binding.REQUIRED;
                    case Preferred -> Pool.Binding.PREFERRED;
                    case None -> Pool.Binding.NONE;
                },
                spec.weight);
    }

    private void checkWeight(int weight, String path) {
        if (weight < 1 || weight > MAX_WEIGHT) {
            error(path, "must be a whole number from 1 to " + MAX_WEIGHT);
        }
    }

    private @Nullable Requirement requirement(NodeRequirementSpec spec, String path) {
        if (spec.key == null || !LabelSyntax.isName(spec.key)) {
            error(path + ".key", "must be a label name such as example.com/pool");
        }
        if (spec.operator == null) {
            error(path + ".operator", "must be In, NotIn, Exists, DoesNotExist, Gt or Lt");
            return null;
        }
        checkValues(spec.operator, spec.values, path + ".values");
        return new Requirement(
                spec.key == null ? "" : spec.key,
                Requirement.Operator.of(spec.operator.name()),
                List.copyOf(spec.values));
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

    private void error(String path, String sentence) {
        error.accept(path, sentence);
    }
}

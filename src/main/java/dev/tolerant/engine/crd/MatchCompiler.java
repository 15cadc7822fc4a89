package dev.tolerant.engine.crd;

import dev.tolerant.engine.model.LabelSelector;
import dev.tolerant.engine.model.LabelSyntax;
import dev.tolerant.engine.model.Match;
import dev.tolerant.engine.model.Match.Criteria;
import dev.tolerant.engine.model.Owner;
import dev.tolerant.engine.model.Requirement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Checks the match of a TolerationPolicy, and compiles it. */
final class MatchCompiler {
    private static final Map<String, String> INDIRECT = Map.of("Deployment", "ReplicaSet", "CronJob", "Job");

    private final BiConsumer<String, String> error;

    private MatchCompiler(BiConsumer<String, String> error) {
        this.error = error;
    }

    /** The match; {@code error} receives the path and the sentence of each error. */
    static Match compile(MatchSpec spec, BiConsumer<String, String> error) {
        return new MatchCompiler(error).compile(spec);
    }

    private Match compile(MatchSpec spec) {
        spec.nodeSelector.forEach((key, value) -> {
            checkKey(key, "spec.match.nodeSelector");
            checkValue(value, "spec.match.nodeSelector");
        });
        if (spec.os != null && !spec.os.matches(MatchSpec.OS)) {
            error.accept("spec.match.os", "must be the name of an operating system such as linux");
        }
        List<Criteria> exclude = new ArrayList<>();
        for (int i = 0; i < spec.exclude.size(); i++) {
            exclude.add(excluded(spec.exclude.get(i), "spec.match.exclude[" + i + "]"));
        }
        return new Match(
                criteria(spec, "spec.match"),
                Map.copyOf(spec.nodeSelector),
                spec.os == null ? "" : spec.os,
                List.copyOf(exclude));
    }

    private Criteria excluded(CriteriaSpec spec, String path) {
        boolean empty = SelectorSpec.isEmpty(spec.namespaceSelector)
                && SelectorSpec.isEmpty(spec.podSelector)
                && spec.ownerKinds.isEmpty()
                && spec.resources.isEmpty()
                && spec.priorityClassNames.isEmpty();
        if (empty) {
            error.accept(path, "must not be empty: an empty entry would exclude every pod");
        }
        return criteria(spec, path);
    }

    private Criteria criteria(CriteriaSpec spec, String path) {
        each(spec.ownerKinds, path + ".ownerKinds", this::checkOwnerKind);
        each(spec.resources, path + ".resources", (resource, at) -> {
            if (!LabelSyntax.isName(resource)) {
                error.accept(at, "must be the name of a resource such as nvidia.com/gpu");
            }
        });
        each(spec.priorityClassNames, path + ".priorityClassNames", (name, at) -> {
            // The prefix of a label name has the form of an object's name.
            if (!LabelSyntax.isName(name + "/x")) {
                error.accept(at, "must be the name of a PriorityClass such as high-priority");
            }
        });
        Set<String> owners = new HashSet<>();
        spec.ownerKinds.forEach(kind -> owners.add(Owner.parse(kind).name()));
        return new Criteria(
                selector(spec.namespaceSelector, path + ".namespaceSelector"),
                selector(spec.podSelector, path + ".podSelector"),
                Set.copyOf(owners),
                Set.copyOf(spec.resources),
                Set.copyOf(spec.priorityClassNames));
    }

    private static void each(List<String> values, String path, BiConsumer<String, String> check) {
        for (int i = 0; i < values.size(); i++) {
            check.accept(values.get(i), path + "[" + i + "]");
        }
    }

    private void checkOwnerKind(String kind, String path) {
        String direct = INDIRECT.get(kind);
        if (direct != null) {
            error.accept(path, "must be the kind of the direct controller: say " + direct + " for " + kind);
        } else if (!kind.matches(CriteriaSpec.OWNER_KIND)) {
            error.accept(path, "must be a kind such as Job, or group/Kind for one that is not Kubernetes' own");
        }
    }

    /** The selector at a path; {@code error} receives the path and the sentence of each error. */
    static LabelSelector selector(SelectorSpec spec, String path, BiConsumer<String, String> error) {
        return new MatchCompiler(error).selector(spec, path);
    }

    private LabelSelector selector(@Nullable SelectorSpec spec, String path) {
        if (spec == null) {
            return LabelSelector.EVERYTHING;
        }
        spec.matchLabels.forEach((key, value) -> {
            checkKey(key, path + ".matchLabels");
            checkValue(value, path + ".matchLabels");
        });
        List<Requirement> requirements = new ArrayList<>();
        for (int i = 0; i < spec.matchExpressions.size(); i++) {
            Requirement requirement = requirement(spec.matchExpressions.get(i), path + ".matchExpressions[" + i + "]");
            if (requirement != null) {
                requirements.add(requirement);
            }
        }
        return new LabelSelector(Map.copyOf(spec.matchLabels), List.copyOf(requirements));
    }

    private @Nullable Requirement requirement(SelectorRequirementSpec spec, String path) {
        String key = spec.key == null ? "" : spec.key;
        checkKey(key, path + ".key");
        spec.values.forEach(value -> checkValue(value, path + ".values"));
        if (spec.operator == null) {
            error.accept(path + ".operator", "must be In, NotIn, Exists or DoesNotExist");
            return null;
        }
        boolean compares = spec.operator == SelectorRequirementSpec.Operator.In
                || spec.operator == SelectorRequirementSpec.Operator.NotIn;
        if (compares == spec.values.isEmpty()) {
            error.accept(
                    path + ".values",
                    compares ? "must not be empty for In and NotIn" : "must be empty for Exists and DoesNotExist");
        }
        return new Requirement(key, Requirement.Operator.ofLabels(spec.operator.name()), Set.copyOf(spec.values));
    }

    private void checkKey(String key, String path) {
        if (!LabelSyntax.isName(key)) {
            error.accept(path, "must have label names such as example.com/team, not '" + key + "'");
        }
    }

    private void checkValue(String value, String path) {
        if (!LabelSyntax.isValue(value)) {
            error.accept(path, "has the value '" + value + "', which is not a label value");
        }
    }
}

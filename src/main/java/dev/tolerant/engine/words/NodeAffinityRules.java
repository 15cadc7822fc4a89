package dev.tolerant.engine.words;

import dev.tolerant.engine.words.NodeAffinity.Depth;
import dev.tolerant.engine.words.NodeAffinity.NodeSelectorTerm;
import dev.tolerant.engine.words.NodeAffinity.Preference;
import dev.tolerant.engine.words.Requirement.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The API's validation of node affinity (validateNodeAffinity in k8s.io/kubernetes, pkg/apis/core/validation), and what is valid in vain. */
public final class NodeAffinityRules {
    private static final String PATH = "affinity.nodeAffinity.";
    private static final String TERMS = PATH + "requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";
    private static final String PREFERRED = PATH + "preferredDuringSchedulingIgnoredDuringExecution";
    private static final int MAX_WEIGHT = 100;
    private static final String NODE_NAME = "metadata.name";

    private final List<Violation> violations = new ArrayList<>();
    private final List<Violation> vain = new ArrayList<>();

    /**
     * @param path below the pod's {@code spec}
     * @param why a sentence that names the field and what to do
     */
    public record Violation(String path, String why) {
        /** True where it is about a part that is not there, and none that is. */
        public boolean isOfMissing() {
            return path.equals(TERMS);
        }
    }

    private NodeAffinityRules() {}

    /** The first rule that each part of the affinity breaks. */
    public static List<Violation> violations(NodeAffinity affinity) {
        return List.copyOf(judged(affinity).violations);
    }

    /** Requirements that the API accepts and no node meets, because they compare numbers with what is none. */
    public static List<Violation> inVain(NodeAffinity affinity) {
        return List.copyOf(judged(affinity).vain);
    }

    private static NodeAffinityRules judged(NodeAffinity affinity) {
        NodeAffinityRules rules = new NodeAffinityRules();
        if (affinity.depth() == Depth.REQUIRED && affinity.terms().isEmpty()) {
            rules.violations.add(new Violation(TERMS, "must have at least one term"));
        }
        for (int i = 0; i < affinity.terms().size(); i++) {
            rules.judge(affinity.terms().get(i), TERMS + "[" + i + "]", true);
        }
        for (int i = 0; i < affinity.preferred().size(); i++) {
            Preference preference = affinity.preferred().get(i);
            String path = PREFERRED + "[" + i + "]";
            if (preference.weight() < 1 || preference.weight() > MAX_WEIGHT) {
                rules.violations.add(new Violation(path, "weight must be from 1 to " + MAX_WEIGHT));
            }
            rules.judge(preference.term(), path + ".preference", false);
        }
        return rules;
    }

    private void judge(NodeSelectorTerm term, String path, boolean isRequired) {
        for (int i = 0; i < term.matchExpressions().size(); i++) {
            Requirement requirement = term.matchExpressions().get(i);
            String at = path + ".matchExpressions[" + i + "]";
            String why = ofLabel(requirement, isRequired);
            if (why != null) {
                violations.add(new Violation(at, why));
            } else if (Set.of(Operator.GT, Operator.LT).contains(requirement.operator())
                    && !isWhole(first(requirement.values()))) {
                vain.add(new Violation(
                        at,
                        "compares with " + first(requirement.values())
                                + ", which is not a 64-bit whole number, so no node meets it"));
            }
        }
        for (int i = 0; i < term.matchFields().size(); i++) {
            String why = ofField(term.matchFields().get(i));
            if (why != null) {
                violations.add(new Violation(path + ".matchFields[" + i + "]", why));
            }
        }
    }

    /** The API checks the values of what is required alone. */
    private static @Nullable String ofLabel(Requirement requirement, boolean isRequired) {
        Collection<String> values = requirement.values();
        String why = switch (requirement.operator()) {
            case IN, NOT_IN -> values.isEmpty() ? "values must not be empty when operator is In or NotIn" : null;
            case EXISTS, DOES_NOT_EXIST ->
                values.isEmpty() ? null : "values must be empty when operator is Exists or DoesNotExist";
            case GT, LT -> values.size() == 1 ? null : "values must have one value when operator is Gt or Lt";
            case UNKNOWN -> "operator must be In, NotIn, Exists, DoesNotExist, Gt or Lt";
        };
        if (why != null) {
            return why;
        }
        if (!LabelSyntax.isName(requirement.key())) {
            return "key must be a label name such as example.com/pool";
        }
        return !isRequired || values.stream().allMatch(LabelSyntax::isValue)
                ? null
                : "values must be label values: at most 63 letters, digits, '-', '_' and '.'";
    }

    private static @Nullable String ofField(Requirement requirement) {
        if (requirement.operator() != Operator.IN && requirement.operator() != Operator.NOT_IN) {
            return "operator must be In or NotIn in matchFields";
        }
        if (requirement.values().size() != 1) {
            return "values must have one value in matchFields";
        }
        if (!requirement.key().equals(NODE_NAME)) {
            return "key must be " + NODE_NAME + " in matchFields";
        }
        return LabelSyntax.isSubdomain(first(requirement.values()))
                ? null
                : "values must be the name of a node: lower-case letters, digits, '-' and '.'";
    }

    private static String first(Collection<String> values) {
        return values.iterator().next();
    }

    private static boolean isWhole(String text) {
        try {
            Long.parseLong(text);
            return true;
        } catch (NumberFormatException notWhole) {
            return false;
        }
    }
}

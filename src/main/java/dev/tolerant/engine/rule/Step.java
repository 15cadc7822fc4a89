package dev.tolerant.engine.rule;

import dev.tolerant.engine.policy.Match.Mismatch;
import dev.tolerant.engine.words.Coded;
import dev.tolerant.engine.words.NodeAffinity.NodePreference;
import dev.tolerant.engine.words.Origins.Origin;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One thing that a rule did or did not do, and why. */
public sealed interface Step {
    /** Of steps about which their outcomes do not say enough. */
    Map<Class<?>, String> CODES = Map.ofEntries(
            Map.entry(Added.class, "added"),
            Map.entry(SecondsSet.class, "seconds-set"),
            Map.entry(LeftAlone.class, "left-alone"),
            Map.entry(NodesRequired.class, "node-affinity-added"),
            Map.entry(NodesReleased.class, "node-affinity-removed"),
            Map.entry(NodesPreferred.class, "node-preference-added"),
            Map.entry(Restored.class, "restored"),
            Map.entry(NotConcerned.class, "not-concerned"),
            Map.entry(NoMatch.class, "no-match"),
            Map.entry(WithoutEffect.class, "without-effect"),
            Map.entry(ValueTaken.class, "value-taken"));

    /** Of steps that change nothing themselves and are more than skipped. */
    Map<Class<?>, Outcome> OUTCOMES = Map.of(
            ValueTaken.class, Outcome.APPLIED,
            Withheld.class, Outcome.WITHHELD,
            Refused.class, Outcome.REFUSED,
            Warned.class, Outcome.WARNED,
            Audited.class, Outcome.AUDITED,
            Problem.class, Outcome.PROBLEM);

    RuleId rule();

    default String code() {
        String own = CODES.get(getClass());
        return own == null ? outcome().code() : own;
    }

    String sentence();

    default Outcome outcome() {
        return isChange() ? Outcome.APPLIED : OUTCOMES.getOrDefault(getClass(), Outcome.SKIPPED);
    }

    /** Of the pod's toleration that this step is about; negative if it is about none. */
    default int index() {
        return -1;
    }

    /** The other rule that came first; null if none did. */
    default @Nullable RuleId giver() {
        return null;
    }

    /** True where this step changes the pod, unless a later one refuses it. */
    default boolean isChange() {
        return this instanceof Change;
    }

    /** True where it changes the nodes on which the pod may run, or on which it is better placed. */
    default boolean isOfNodes() {
        return this instanceof NodesRequired || this instanceof NodesReleased || this instanceof NodesPreferred;
    }

    enum Outcome implements Coded {
        APPLIED,
        SKIPPED,
        ALREADY_COVERED,
        LOST,
        WITHHELD,
        REFUSED,
        WARNED,
        AUDITED,
        PROBLEM;

        public String words() {
            return code().replace('-', ' ');
        }
    }

    sealed interface Change extends Step {}

    record Added(RuleId rule, Toleration toleration) implements Change {
        @Override
        public String sentence() {
            return "adds ".concat(toleration.toString());
        }
    }

    /** The rule changed the seconds of a toleration that the author did not write. */
    record SecondsSet(RuleId rule, int index, Toleration before, TolerationSeconds after, Origin origin)
            implements Change {
        /** Of most sentences: nearly every pod gets two of them. */
        private static final int USUAL_LENGTH = 160;

        @Override
        public String sentence() {
            return new StringBuilder(USUAL_LENGTH)
                    .append("sets tolerationSeconds of toleration ")
                    .append(index)
                    .append(" to ")
                    .append(after)
                    .append(" instead of ")
                    .append(before.seconds())
                    .append(" (")
                    .append(before.entry())
                    .append(", from ")
                    .append(origin.whose())
                    .append(")")
                    .toString();
        }
    }

    /** The rule has other seconds for an injected toleration, but its override does not reach this one. */
    record LeftAlone(RuleId rule, int index, Toleration toleration, Origin origin, String because) implements Step {
        @Override
        public String sentence() {
            return "leaves toleration " + index + " (" + toleration + "), which came from " + origin.whose()
                    + ", as it is: " + because;
        }
    }

    /**
     * The pod already has a toleration that makes the rule's own redundant.
     *
     * @param giver the other rule that gave that toleration or its seconds; null if it came with the pod or from the
     *     same rule
     */
    record Covered(
            RuleId rule,
            Toleration offered,
            int index,
            Toleration by,
            Origin origin,
            @Nullable RuleId giver) implements Step {
        @Override
        public Outcome outcome() {
            return isLost() ? Outcome.LOST : Outcome.ALREADY_COVERED;
        }

        @Override
        public String sentence() {
            return "does not add " + offered + ": toleration " + index + " (" + by + ") of "
                    + (giver == null ? origin.whose() : giver) + " comes first";
        }

        /** True where a rule of higher precedence sets other seconds for the same taints. */
        public boolean isLost() {
            return giver != null && !giver.equals(rule) && !by.seconds().equals(offered.seconds());
        }
    }

    /**
     * The rule withheld a toleration that a policy reserves, that the API server's own PodTolerationRestriction would refuse, or for which
     * the pod's list has no room.
     */
    record Withheld(RuleId rule, Toleration toleration, String because) implements Step {
        public static final String NO_ROOM =
                "nothing is given beyond " + PodFacts.GIVEN_UP_TO + " tolerations; remove some of the pod's";

        @Override
        public String sentence() {
            return "does not give " + toleration + ": " + because;
        }
    }

    /**
     * The rule added a requirement to the pod's required node affinity.
     *
     * @param terms the indexes of the terms that it was added to; 0 alone if the affinity had no term
     */
    record NodesRequired(RuleId rule, Requirement requirement, List<Integer> terms) implements Change {
        @Override
        public String sentence() {
            return "requires nodes with " + requirement;
        }
    }

    /**
     * The rule took away what it required of nodes before, and nobody owns.
     *
     * @param term an index, and {@code expression} that in the term
     */
    record NodesReleased(RuleId rule, Requirement requirement, int term, int expression) implements Change {
        @Override
        public String sentence() {
            return "no longer requires nodes with " + requirement;
        }
    }

    record NodesPreferred(RuleId rule, NodePreference preference) implements Change {
        @Override
        public String sentence() {
            return "prefers nodes with " + preference;
        }
    }

    record Warned(RuleId rule, String sentence) implements Step {}

    /** A change that a policy in mode Audit would have made. */
    record Audited(RuleId rule, String sentence) implements Step {}

    /** An update dropped the toleration at an index of the stored pod, and the program restored it with all the fields it has there. */
    record Restored(int oldIndex, Toleration toleration) implements Change {
        @Override
        public RuleId rule() {
            return RuleId.UPDATE;
        }

        @Override
        public String sentence() {
            return "restores " + toleration
                    + ", which the update drops: the API does not allow a pod's tolerations to be removed";
        }
    }

    record NotConcerned(RuleId rule, String sentence) implements Step {}

    /** The policy does not match the pod; decisions leave this step out, explanations add it. */
    record NoMatch(RuleId rule, Mismatch mismatch) implements Step {
        @Override
        public String sentence() {
            return mismatch.sentence();
        }
    }

    /** The policy matches the pod and has nothing to give it; decisions leave this step out, explanations add it. */
    record WithoutEffect(RuleId rule, String sentence) implements Step {}

    /** A step about the DaemonSet that makes the pod, in an explanation of the pod. */
    record OfTemplate(
            RuleId rule,
            Outcome outcome,
            int index,
            @Nullable RuleId giver,
            String code,
            boolean isOfNodes,
            String sentence)
            implements Step {
        public OfTemplate(Step step) {
            this(
                    step.rule(),
                    step.outcome(),
                    step.index(),
                    step.giver(),
                    step.code(),
                    step.isOfNodes(),
                    "(template) " + step.sentence());
        }
    }

    record ValueTaken(RuleId rule, String label, String namespace, String value) implements Step {
        @Override
        public String sentence() {
            return "takes " + value + " from label " + label + " of namespace " + namespace;
        }
    }

    /** The program did not ask the rules for additions. */
    record Skipped(SkipReason reason) implements Step {
        @Override
        public RuleId rule() {
            return RuleId.REVIEW;
        }

        @Override
        public String code() {
            return "skipped-" + reason.code();
        }

        @Override
        public String sentence() {
            return reason.sentence();
        }
    }

    /** The rule could not read part of its input and ignored that part. */
    record Problem(RuleId rule, String kind, String sentence) implements Step {
        @Override
        public String code() {
            return "problem-" + kind;
        }
    }

    record Refused(RuleId rule, Refusal refusal) implements Step {
        @Override
        public String code() {
            return "refused-" + refusal.reason().code();
        }

        @Override
        public String sentence() {
            return refusal.message();
        }
    }

    /**
     * @param reason its code appears in metrics
     * @param message for the author; names the rule, the part of the pod, and what to do
     */
    record Refusal(Reason reason, String message) {

        public enum Reason implements Coded {
            WHITELIST,
            /** The pod has more tolerations than are judged. */
            TOO_LARGE,
            /** The pod's tolerations are not as the API has them, and so cannot be judged. */
            MALFORMED,
            /** The guard in the API server, and not the program, refuses the pod. */
            RESERVED,
            /** The guard refuses the pod because it names its node. */
            RESERVED_NODE,
            /** The API server itself accepts no such pod. */
            INVALID
        }
    }

    /** The reason why the program answers a review without asking the rules for additions. */
    enum SkipReason implements Coded {
        OPERATION("only CREATE and UPDATE change a pod"),
        SUBRESOURCE("subresources carry no tolerations"),
        KIND("no rule applies to this kind"),
        MALFORMED("the pod is malformed"),
        TOO_LARGE("the pod exceeds a limit of the rules"),
        MIRROR_POD("a mirror pod must stay as its kubelet wrote it"),
        POD_OPTED_OUT("the pod is labelled tolerant.dev/inject=false"),
        NAMESPACE_OPTED_OUT("the namespace is labelled tolerant.dev/inject=false"),
        TEMPLATE_UNCHANGED("the update does not change the DaemonSet's template"),
        KEEPER("the update is the keeper's own"),
        INTERNAL("an internal error prevented a decision");

        private final String sentence;

        SkipReason(String sentence) {
            this.sentence = sentence;
        }

        public String sentence() {
            return sentence;
        }
    }
}

package dev.tolerant.core.decision;

import dev.tolerant.core.pod.NodeRequirement;
import dev.tolerant.core.pod.Origin;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationSeconds;
import org.jspecify.annotations.Nullable;

/** One thing that a rule did or did not do, and why. */
public sealed interface Step {

    /** Which rule this is about. */
    RuleId rule();

    /** What happened, as a code for programs. */
    String code();

    /** What happened, in a sentence for people. */
    String sentence();

    /** Whether this step changes the pod, or refuses it. */
    default boolean isEffective() {
        return this instanceof Added
                || this instanceof SecondsSet
                || this instanceof NodesSelected
                || this instanceof NodesRequired
                || this instanceof Restored
                || this instanceof Refused;
    }

    /** The rule gave the pod a toleration. */
    record Added(RuleId rule, Toleration toleration) implements Step {
        @Override
        public String code() {
            return "added";
        }

        @Override
        public String sentence() {
            return "adds " + toleration;
        }
    }

    /** The rule changed the seconds of a toleration that something other than the author had put there. */
    record SecondsSet(RuleId rule, int index, Toleration before, TolerationSeconds after, Origin origin)
            implements Step {
        @Override
        public String code() {
            return "seconds-set";
        }

        @Override
        public String sentence() {
            return "sets tolerationSeconds of toleration " + index + " (" + before + "), which came from "
                    + origin.whose() + ", to " + after;
        }
    }

    /** The rule would have changed the seconds of an injected toleration, but its override does not cover it. */
    record LeftAlone(RuleId rule, int index, Toleration toleration, Origin origin, String because) implements Step {
        @Override
        public String code() {
            return "left-alone";
        }

        @Override
        public String sentence() {
            return "leaves toleration " + index + " (" + toleration + "), which came from " + origin.whose()
                    + ", as it is: " + because;
        }
    }

    /**
     * The pod already has a toleration that makes the rule's own ineffective.
     *
     * @param giver what gave it, or gave it its seconds; null if it came with the pod
     */
    record Covered(
            RuleId rule,
            Toleration offered,
            int index,
            Toleration by,
            Origin origin,
            @Nullable RuleId giver) implements Step {
        @Override
        public String code() {
            return isLost() ? "lost" : "already-covered";
        }

        @Override
        public String sentence() {
            return "does not add " + offered + ": toleration " + index + " (" + by + ") of "
                    + (giver == null ? origin.whose() : giver) + " comes first";
        }

        /** Whether a rule of higher precedence gives other seconds for the same taints. */
        public boolean isLost() {
            return giver != null && !giver.equals(rule) && !by.seconds().equals(offered.seconds());
        }
    }

    /** The rule's toleration would be refused by the API server's own PodTolerationRestriction. */
    record Withheld(RuleId rule, Toleration toleration, String because) implements Step {
        @Override
        public String code() {
            return "withheld";
        }

        @Override
        public String sentence() {
            return "does not give " + toleration + ": " + because;
        }
    }

    /** The rule added a label to the pod's node selector. */
    record NodesSelected(RuleId rule, String key, String value) implements Step {
        @Override
        public String code() {
            return "node-selector-added";
        }

        @Override
        public String sentence() {
            return "adds " + key + "=" + value + " to nodeSelector";
        }
    }

    /** The rule added a requirement to the pod's required node affinity. */
    record NodesRequired(RuleId rule, NodeRequirement requirement) implements Step {
        @Override
        public String code() {
            return "node-affinity-added";
        }

        @Override
        public String sentence() {
            return "requires nodes with " + requirement;
        }
    }

    /** The rule's policy is in mode Warn, and this is its warning. */
    record Warned(RuleId rule, String sentence) implements Step {
        @Override
        public String code() {
            return "warned";
        }
    }

    /** The rule's policy is in mode Audit, and this is what it would have done. */
    record Audited(RuleId rule, String sentence) implements Step {
        @Override
        public String code() {
            return "audited";
        }
    }

    /** An update left out a toleration that the stored pod has. */
    record Restored(Toleration toleration) implements Step {
        @Override
        public RuleId rule() {
            return RuleId.UPDATE;
        }

        @Override
        public String code() {
            return "restored";
        }

        @Override
        public String sentence() {
            return "keeps " + toleration + ", which the update leaves out: the API does not let a pod's tolerations go";
        }
    }

    /** The rule does not apply to this pod. */
    record NotConcerned(RuleId rule, String because) implements Step {
        @Override
        public String code() {
            return "not-concerned";
        }

        @Override
        public String sentence() {
            return "does nothing: " + because;
        }
    }

    /** The program adds nothing in answer to this review. */
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

    /** The rule could not read a part of its input, and ignored it. */
    record Problem(RuleId rule, String kind, String sentence) implements Step {
        @Override
        public String code() {
            return "problem-" + kind;
        }
    }

    /** The rule refuses the pod. */
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
}

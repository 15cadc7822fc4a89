package dev.tolerant.core.decision;

import dev.tolerant.core.pod.NodeRequirement;
import dev.tolerant.core.pod.Origin;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationSeconds;

/** One thing that a rule did, or did not do, and why. */
public sealed interface Step {

    /** The rule's name, as in its settings. */
    String rule();

    /** What happened, in a word for machines. */
    String code();

    /** What happened, in a sentence for people. */
    String sentence();

    /** Whether the pod is another for this step, or refused. */
    default boolean isEffective() {
        return this instanceof Added
                || this instanceof Retimed
                || this instanceof NodesSelected
                || this instanceof NodesRequired
                || this instanceof Restored
                || this instanceof Refused;
    }

    /** The rule gave the pod a toleration. */
    record Added(String rule, Toleration toleration) implements Step {
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
    record Retimed(String rule, int index, Toleration before, TolerationSeconds after, Origin origin) implements Step {
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

    /** The rule would have changed the seconds of an injected toleration, but does not reach it. */
    record LeftAlone(String rule, int index, Toleration toleration, Origin origin, String because) implements Step {
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
     * The pod has a toleration already that makes the rule's own without effect.
     *
     * @param giver the rule that gave it, or gave it its seconds; empty if it came with the pod
     */
    record Covered(String rule, Toleration offered, int index, Toleration by, Origin origin, String giver)
            implements Step {
        @Override
        public String code() {
            return isLost() ? "lost" : "already-covered";
        }

        @Override
        public String sentence() {
            return "does not add " + offered + ": toleration " + index + " (" + by + ") of "
                    + (giver.isEmpty() ? origin.whose() : giver) + " comes first";
        }

        /** Whether another rule said something else about the same taints, and came before. */
        public boolean isLost() {
            return !giver.isEmpty() && !giver.equals(rule) && !by.seconds().equals(offered.seconds());
        }
    }

    /** The rule's toleration would be refused by the API server's own PodTolerationRestriction. */
    record Withheld(String rule, Toleration toleration, String because) implements Step {
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
    record NodesSelected(String rule, String key, String value) implements Step {
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
    record NodesRequired(String rule, NodeRequirement requirement) implements Step {
        @Override
        public String code() {
            return "node-affinity-added";
        }

        @Override
        public String sentence() {
            return "requires nodes with " + requirement;
        }
    }

    /** The rule's policy only warns, and this is what of. */
    record Warned(String rule, String sentence) implements Step {
        @Override
        public String code() {
            return "warned";
        }
    }

    /** The rule's policy only audits, and this is what it would have done. */
    record Rehearsed(String rule, String sentence) implements Step {
        @Override
        public String code() {
            return "audited";
        }
    }

    /** An update left out a toleration that the stored pod has. */
    record Restored(Toleration toleration) implements Step {
        @Override
        public String rule() {
            return "update";
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

    /** The rule has nothing to say about this pod. */
    record NotConcerned(String rule, String because) implements Step {
        @Override
        public String code() {
            return "not-concerned";
        }

        @Override
        public String sentence() {
            return "does nothing: " + because;
        }
    }

    /** The review is one that no addition is made to. */
    record Skipped(SkipReason reason) implements Step {
        @Override
        public String rule() {
            return "review";
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

    /** Something that the rule was given could not be read, and was passed over. */
    record Problem(String rule, String kind, String sentence) implements Step {
        @Override
        public String code() {
            return "problem-" + kind;
        }
    }

    /** The rule refuses the pod. */
    record Refused(String rule, Refusal refusal) implements Step {
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

package dev.tolerant.observed.stored;

import dev.tolerant.engine.words.Coded;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Toleration;
import java.util.List;
import java.util.Set;

/** The action that a stored pod needs. */
public sealed interface Judgement {

    PodState state();

    record Alone(PodState state) implements Judgement {}

    /** No action, because this rule would refuse the pod. */
    record Violation(RuleId rule, String sentence) implements Judgement {
        @Override
        public PodState state() {
            return PodState.RESTRICTED;
        }
    }

    /**
     * @param patch a JSON Patch that conflicts if the pod has changed since
     * @param meant its tolerations afterwards
     * @param rules that change the pod
     */
    record Change(byte[] patch, List<Toleration> meant, Set<RuleId> rules) implements Judgement {
        @Override
        public PodState state() {
            return PodState.WOULD_CHANGE;
        }
    }

    /**
     * @param state {@link PodState#WAITING} until the change does not move the time when the pod leaves its node for a
     *     taint that is there, or {@link PodState#GATED} until its scheduling gates are gone
     */
    record Waiting(Change change, PodState state) implements Judgement {}

    enum PodState implements Coded {
        /** It has what it would get as a new one, as far as the API lets a stored pod have it. */
        RIGHT,
        /** It lacks something, and has not been changed yet. */
        WOULD_CHANGE,
        CHANGED,
        /** It was changed, and the API server answered with other tolerations than were meant. */
        UNDONE,
        /** The API server refused the change of this pod, and the next pass tries again. */
        REFUSED,
        /** A change would move its eviction for a taint that its node has now, or its node or namespace is not known. */
        WAITING,
        /** It lacks something, and has scheduling gates: the controller that holds it may compare its tolerations with those that it knows. */
        GATED,
        FINISHED,
        TERMINATING,
        MIRROR_POD,
        OPTED_OUT,
        /** The selectors of the webhook's registration leave it out. */
        UNREGISTERED,
        RESTRICTED,
        /** Its tolerations belong to a server-side apply, whose next run would conflict with a change. */
        SERVER_SIDE_APPLY,
        /** It is not a pod that rules can decide about. */
        UNREADABLE
    }
}

package dev.tolerant.tools.whatif;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The fate of the pods of a maker that run now, as numbers of pods. The keeper gives some what they lack; others wait for that until they
 * have lost their scheduling gates, or their node a taint.
 *
 * @param waiting once a taint has left the node
 * @param left as they are
 * @param lacking pods that a keeper would give something, where there is none
 */
record RunningPods(
        @JsonProperty("total") int pods,
        @JsonProperty("changedByKeeper") int given,
        @JsonProperty("changedByKeeperLater") int waiting,
        int left,
        @JsonIgnore int lacking) {
    static final RunningPods NONE = new RunningPods(0, 0, 0, 0);

    RunningPods(int pods, int given, int waiting, int lacking) {
        this(pods, given, waiting, pods - given - waiting, lacking);
    }

    RunningPods and(RunningPods other) {
        return new RunningPods(
                pods + other.pods, given + other.given, waiting + other.waiting, lacking + other.lacking);
    }
}

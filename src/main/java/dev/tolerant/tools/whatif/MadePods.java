package dev.tolerant.tools.whatif;

import dev.tolerant.observed.facts.Owners.PodOwner;
import java.util.ArrayList;
import java.util.List;

/**
 * The pods of one maker.
 *
 * @param maker who has the template of the next one; without a template, a pod stands for the next
 * @param running those that run now
 */
record MadePods(PodOwner maker, List<RunningPod> running) {

    MadePods(PodOwner maker) {
        this(maker, new ArrayList<>());
    }
}

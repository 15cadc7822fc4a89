package dev.tolerant.tools.whatif;

import dev.tolerant.observed.facts.Fact;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pods of one maker.
 *
 * @param workload from whose template the next one is made; null if there is none, and a pod stands for the next
 * @param running those that run now
 */
record MadePods(Maker maker, @Nullable Fact workload, List<RunningPod> running) {

    MadePods(Maker maker, @Nullable Fact workload) {
        this(maker, workload, new ArrayList<>());
    }
}

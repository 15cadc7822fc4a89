package dev.tolerant.server.keeper;

import dev.tolerant.observed.stored.Judgement;
import dev.tolerant.observed.stored.Judgement.PodState;
import dev.tolerant.server.keeper.Backlog.PodKey;
import dev.tolerant.server.keeper.KeeperJudge.Judged;
import dev.tolerant.server.keeper.KeeperJudge.TaintedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts all pods by state, and knows which wait for the taints of their node and which are set aside. It puts
 * those that lack something into the backlog. It names a bounded number of pods, and a later pass finds the others.
 *
 * <p>Any thread may tell it of pods and ask for numbers; one thread at a time begins passes and finishes them.
 */
final class Census {
    /** In this time the scheduler, the kubelet and other controllers change a new pod once more. */
    static final Duration YOUTH = Duration.ofSeconds(5);

    static final int CAPACITY = 50_000;

    final KeeperJudge judge;
    final Backlog backlog;
    private final boolean enforces;

    // Guarded by this.
    private Map<PodState, Long> shown = new EnumMap<>(PodState.class);
    private Map<PodState, Long> newest = shown;
    private final Map<PodKey, Noted> noted = new HashMap<>();
    private long pass;

    /** A pod that waits or is to be left alone, the taints of its node before it was judged, and the pass that found it. */
    private record Noted(PodState state, boolean setAside, TaintedNode taints, long pass) {}

    /** The keeper changes the pods of the backlog only if {@code enforces}. */
    Census(KeeperJudge judge, Backlog backlog, boolean enforces) {
        this.judge = judge;
        this.backlog = backlog;
        this.enforces = enforces;
    }

    /** A list of all pods begins, perhaps again: what was counted before does not count, and its numbers are not shown yet. */
    synchronized void begin() {
        newest = new EnumMap<>(PodState.class);
        // Pods that were set aside stay, because they may change before the pass has found them.
        pass++;
    }

    /** The list has ended. What it has found is shown, and what it has not found is gone. */
    synchronized void finish() {
        shown = newest;
        noted.values().removeIf(found -> found.pass() < pass);
    }

    synchronized long pass() {
        return pass;
    }

    void listed(byte[] json) {
        Judged judged = judge.judge(json);
        PodKey pod = judged.key();
        found(judged);
        if (enforces && pod != null && judged.judgement() instanceof Judgement.Change) {
            backlog.add(pod, false, 0, 0);
        }
    }

    void added(byte[] json) {
        added(judge.judge(json));
    }

    private void added(Judged judged) {
        PodKey pod = judged.key();
        // Its namespace or its node may be so new that the program learns of it a moment later.
        boolean isLacking = judged.waits() || judged.judgement() instanceof Judgement.Change;
        if (enforces && pod != null && isLacking) {
            count(PodState.WOULD_CHANGE);
            backlog.add(pod, true, YOUTH.toNanos(), 0);
        } else {
            found(judged);
        }
    }

    /** A pod that was there before has changed; only one that was set aside counts, as a new one once it no longer is. */
    void changed(PodKey pod, byte[] json) {
        Noted before = noted(pod);
        if (before == null || !before.setAside()) {
            return;
        }
        Judged judged = judge.judge(json);
        if (!judged.isSetAside() || judged.judgement().state() != before.state()) {
            deleted(pod);
            added(judged);
        }
    }

    private synchronized @Nullable Noted noted(PodKey pod) {
        return noted.get(pod);
    }

    synchronized void deleted(PodKey pod) {
        Noted before = noted.remove(pod);
        if (before != null) {
            discount(before.state());
        }
    }

    /** A pod of the backlog has been judged again, and stays as it is. */
    synchronized void unchanged(Judged judged) {
        gone();
        found(judged);
    }

    synchronized void settled(PodState now) {
        gone();
        count(now);
    }

    synchronized void gone() {
        discount(PodState.WOULD_CHANGE);
    }

    /** Puts those pods into the backlog that waited for taints of their nodes which have changed since. */
    synchronized void release() {
        List<PodKey> released = new ArrayList<>();
        noted.forEach((pod, before) -> {
            if (before.state() == PodState.WAITING
                    && before.pass() == pass
                    && !judge.taints(before.taints().node()).equals(before.taints())) {
                released.add(pod);
            }
        });
        for (PodKey pod : released) {
            deleted(pod);
            count(PodState.WOULD_CHANGE);
            backlog.add(pod, false, 0, 0);
        }
    }

    /** Pods in this state: what the last finished pass has found, and what was done since it began. */
    synchronized long of(PodState state) {
        return shown.getOrDefault(state, 0L);
    }

    private synchronized void found(Judged judged) {
        PodState state = judged.judgement().state();
        PodKey pod = judged.key();
        count(state);
        boolean isNoted = judged.isSetAside() || (enforces && judged.waits());
        if (pod != null && isNoted && (noted.size() < CAPACITY || noted.containsKey(pod))) {
            noted.put(pod, new Noted(state, judged.isSetAside(), judged.taints(), pass));
        }
    }

    private synchronized void count(PodState state) {
        newest.merge(state, 1L, Long::sum);
    }

    /** A pod of an earlier pass may never have been counted in this one. */
    private synchronized void discount(PodState state) {
        newest.computeIfPresent(state, (same, number) -> Math.max(0, number - 1));
    }
}

package dev.tolerant.server.keeper;

import dev.tolerant.api.ApiResponse;
import dev.tolerant.api.ApiServer;
import dev.tolerant.api.Backoff;
import dev.tolerant.api.Backoff.Sleep;
import dev.tolerant.engine.words.StoredPod;
import dev.tolerant.observed.stored.Judgement;
import dev.tolerant.observed.stored.Judgement.PodState;
import dev.tolerant.server.keeper.Backlog.PodKey;
import dev.tolerant.server.keeper.Backlog.Waiting;
import dev.tolerant.server.keeper.KeeperJudge.Judged;
import dev.tolerant.thread.FewLines;
import dev.tolerant.thread.Rate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Changes one pod of the backlog after the other: reads it, has it judged, and patches what it has read. Several threads
 * {@linkplain #next take the next pod} again and again, and share one pace and one pause. Any thread may ask for numbers.
 */
final class Healer {
    private static final Logger LOG = Logger.getLogger(Healer.class);
    private static final int RETRIES = 3;
    /** Times that the API server may fail to answer about one pod, before the next pass has to find it. */
    static final int MAX_TRIES = 6;
    /** Changes that may be made at once after a quiet time. */
    private static final int AT_ONCE = 200;

    private static final long MAX_PAUSE_SECONDS = 300;
    /** For a pod before it is tried again, and as much as a busy API server may ask for. */
    private static final long MAX_WAIT_SECONDS = 60;

    private static final Duration REST = Duration.ofMillis(100);
    private static final Duration LOOK = Duration.ofSeconds(1);
    /** A webhook that answers takes much less. */
    private static final Duration SLOW = Duration.ofSeconds(1);
    /** A patch takes as long as webhooks that are down: 30 seconds each at most. */
    private static final Duration PATCH = Duration.ofMinutes(1);

    private final ApiServer server;
    private final Census census;
    private final Rate rate;
    private final FewLines complaints;
    private final LongSupplier nanos;
    private final Sleep sleep;

    /** The pass in which each namespace last took long to refuse a pod. */
    private final Map<String, Long> slow = new ConcurrentHashMap<>();
    /** Held by the one thread that changes a pod of a slow namespace, so that such a webhook never has all threads wait for it. */
    private final ReentrantLock slowTurn = new ReentrantLock();

    // Guarded by this, as is pauseSeconds.
    private final Backoff backoff = new Backoff(MAX_PAUSE_SECONDS);
    private long pauseSeconds;

    /** {@code perSecond} is the pace in the long run; {@code nanos} a monotonic clock such as {@link System#nanoTime}. */
    Healer(ApiServer server, Census census, int perSecond, LongSupplier nanos, Sleep sleep) {
        this.server = server;
        this.census = census;
        this.rate = new Rate(perSecond, AT_ONCE, nanos);
        // An election is no quiet time: the keeper before may have just changed as many.
        this.rate.spend();
        this.complaints = new FewLines(LOG, Duration.ofMinutes(1), nanos);
        this.nanos = nanos;
        this.sleep = sleep;
    }

    void next() throws InterruptedException {
        Waiting waiting = census.backlog.take();
        if (waiting == null) {
            rest();
            sleep.sleep(REST);
            return;
        }
        try {
            heal(waiting);
        } finally {
            if (slowTurn.isHeldByCurrentThread()) {
                slowTurn.unlock();
            }
            census.backlog.done();
        }
    }

    private void heal(Waiting waiting) throws InterruptedException {
        // Each pass tries all namespaces again.
        boolean isSlow = Objects.equals(slow.get(waiting.pod().namespace()), census.pass());
        if (isSlow && !slowTurn.tryLock()) {
            census.backlog.add(waiting.pod(), waiting.fresh(), LOOK.toNanos(), waiting.tries());
            return;
        }
        awaitTurn();
        try {
            tryToHeal(waiting);
        } catch (IOException unanswered) {
            // Of an API server that answers nothing, no pod is the cause.
            again(waiting, Math.min(waiting.tries() + 1, MAX_TRIES - 1));
            pause(unanswered.getMessage());
        }
    }

    private void awaitTurn() throws InterruptedException {
        awaitCluster();
        for (long wait = rate.take(); wait > 0; wait = rate.take()) {
            sleep.sleep(Duration.ofNanos(Math.min(wait, LOOK.toNanos())));
            // The wait may have been minutes.
            awaitCluster();
        }
    }

    private void awaitCluster() throws InterruptedException {
        while (!census.judge.isInformed()) {
            sleep.sleep(LOOK);
        }
    }

    private void tryToHeal(Waiting waiting) throws IOException, InterruptedException {
        for (int i = 0; i <= RETRIES; i++) {
            ApiResponse got = server.answer(server.request(path(waiting.pod())).build());
            if (!got.isSuccess()) {
                refused(waiting, got, "get of pods");
                return;
            }
            Judged judged = census.judge.judge(got.body());
            if (!(judged.judgement() instanceof Judgement.Change change)) {
                goOn();
                census.unchanged(judged);
                return;
            }
            ApiResponse answer;
            try {
                answer = patch(waiting.pod(), change.patch());
            } catch (IOException unanswered) {
                failed(waiting, true, "its change gets no answer", unanswered.getMessage());
                return;
            }
            if (answer.isSuccess()) {
                changed(waiting, change, answer);
                return;
            }
            if (!answer.isConflict()) {
                refused(waiting, answer, "patch of pods");
                return;
            }
        }
        again(waiting, waiting.tries() + 1);
    }

    private ApiResponse patch(PodKey pod, byte[] patch) throws IOException, InterruptedException {
        long asked = nanos.getAsLong();
        ApiResponse answer = server.answer(
                server.request(path(pod) + "?fieldManager=" + StoredPod.KEEPER)
                        .method("PATCH", "application/json-patch+json", new String(patch, StandardCharsets.UTF_8))
                        .build(),
                PATCH);
        if (answer.isByAdmission() && nanos.getAsLong() - asked > SLOW.toNanos()) {
            slow.put(pod.namespace(), census.pass());
        }
        return answer;
    }

    private static String path(PodKey pod) {
        return "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name();
    }

    private void changed(Waiting waiting, Judgement.Change change, ApiResponse answer) {
        goOn();
        StoredPod after = census.judge.read(answer.body());
        boolean asMeant = after != null && after.pod().tolerations().equals(change.meant());
        census.settled(asMeant ? PodState.CHANGED : PodState.UNDONE);
        if (!asMeant) {
            complaints.warn("pod " + waiting.pod() + " was changed, and has other tolerations than intended:"
                    + " another webhook or controller has changed them at the same time");
        }
    }

    /** The request needs {@code right}. A refusal about one pod holds no other. */
    private void refused(Waiting waiting, ApiResponse answer, String right) {
        if (answer.isFault()) {
            String words = " with " + answer.words(right);
            failed(
                    waiting,
                    answer.isOfServer(),
                    "the API server answers" + words,
                    "the API server answers about pod " + waiting.pod() + words);
        } else if (answer.asksToWait() && !answer.isByAdmission()) {
            long seconds = Math.max(1, Math.min(answer.retryAfterSeconds(), MAX_WAIT_SECONDS));
            rate.hold(TimeUnit.SECONDS.toNanos(seconds));
            again(waiting, waiting.tries());
        } else if (answer.isNotFound() && !answer.isByAdmission()) {
            goOn();
            census.gone();
        } else {
            goOn();
            leave(waiting, "the API server answers with " + answer.words(right));
        }
    }

    /** A fault that the next request would meet too slows the whole keeper; one that the pod may cause has it left in the end. */
    private void failed(Waiting waiting, boolean mayBeOfPod, String because, @Nullable String why) {
        // First the pod, whose wait begins now: a reader who sees the pause finds it in the backlog.
        if (mayBeOfPod && waiting.tries() >= MAX_TRIES) {
            leave(waiting, because);
        } else {
            again(waiting, waiting.tries() + 1);
        }
        pause(why);
    }

    private void leave(Waiting waiting, String because) {
        census.settled(PodState.REFUSED);
        complaints.warn("pod " + waiting.pod() + " is left to the next pass, because " + because);
    }

    private void again(Waiting waiting, int tries) {
        long seconds = tries == 0 ? 0 : Math.min(2L << Math.min(tries, 6), MAX_WAIT_SECONDS);
        census.backlog.add(waiting.pod(), waiting.fresh(), TimeUnit.SECONDS.toNanos(seconds), tries);
    }

    /** The whole keeper waits, twice as long each time; faults of requests that were under way together count once. */
    private synchronized void pause(@Nullable String why) {
        if (!rate.isHeld()) {
            long wait = backoff.nextSeconds();
            rate.hold(TimeUnit.SECONDS.toNanos(wait));
            pauseSeconds = wait;
            complaints.warn("the keeper waits " + pauseSeconds + " s, because " + why);
        }
    }

    private synchronized void goOn() {
        backoff.reset();
        pauseSeconds = 0;
    }

    /** No pod waits any more whose answer would end a pause. */
    private synchronized void rest() {
        if (!rate.isHeld() && census.backlog.unfinished() == 0) {
            goOn();
        }
    }

    /** Seconds that the keeper waits or has waited after the last fault; 0 if it has been answered without one since. */
    synchronized long pauseSeconds() {
        return pauseSeconds;
    }

    double backlogSeconds() {
        return rate.secondsFor(census.backlog.unfinished());
    }
}

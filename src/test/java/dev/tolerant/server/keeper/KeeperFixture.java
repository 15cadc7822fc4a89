package dev.tolerant.server.keeper;

import dev.tolerant.api.ApiServer;
import dev.tolerant.api.Backoff.Sleep;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.registration.Registration.Coverage;
import dev.tolerant.server.cluster.CurrentSnapshot;
import dev.tolerant.server.cluster.CurrentSnapshot.WholeCluster;
import dev.tolerant.server.cluster.Leadership;
import dev.tolerant.setup.EngineFactory;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A keeper over a server of pods, whose cluster wants 60 seconds where the API server injects 300. */
final class KeeperFixture implements AutoCloseable, WholeCluster {
    final PodServer server = new PodServer();
    final CurrentSnapshot cluster = new CurrentSnapshot();
    final Map<String, NamespaceFacts> namespaces = new ConcurrentHashMap<>();
    final Map<String, Node> nodes = new ConcurrentHashMap<>();
    final KubernetesClient client = server.client();
    final SteeredClock clock = new SteeredClock();
    private final ScheduledExecutorService timer = DaemonThreads.single("test-timer");
    volatile boolean watched = true;
    volatile Set<Coverage> coverage = Set.of(new Coverage(LabelSelector.EVERYTHING, LabelSelector.EVERYTHING));

    KeeperFixture() {
        namespaces.put("shop", NamespaceFacts.plain("shop"));
        policies(PolicySet.EMPTY);
    }

    /** Stores so many pods, named from {@code web-0}. */
    void make(int pods) {
        for (int i = 0; i < pods; i++) {
            server.create(StoredPodFixture.pod("web-" + i));
        }
    }

    void policies(PolicySet policies) {
        cluster.set(new Snapshot(policies, namespaces, nodes));
    }

    void node(String name, Taint... taints) {
        nodes.put(name, new Node(name, Map.of(), List.of(taints)));
    }

    @Override
    public boolean isWatched() {
        return watched;
    }

    @Override
    public Set<Coverage> coverage() {
        return coverage;
    }

    KeeperJudge judge(String... settings) {
        Map<String, String> all = new HashMap<>(Map.of(
                "rules.node-failure.not-ready", "60",
                "rules.node-failure.unreachable", "60",
                "keeper.mode", "enforce",
                "keeper.account", "system:serviceaccount:tolerant:tolerant"));
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return new KeeperJudge(EngineFactory.of(WholeProgram.config(all)), cluster, this, clock);
    }

    /** A term that changes pods. */
    Term term() {
        return term(true);
    }

    Term term(boolean enforces) {
        return term(enforces, 1000);
    }

    Term term(boolean enforces, int perSecond) {
        return term(enforces, perSecond, new PodPass.Starts(clock));
    }

    /** A term of a replica that had others before. */
    Term term(boolean enforces, int perSecond, PodPass.Starts starts) {
        // A hundred times as fast as the program's.
        Sleep sleep = time -> TimeUnit.NANOSECONDS.sleep(time.dividedBy(100).toNanos());
        return new Term(client, judge(), enforces, perSecond, starts, clock, sleep);
    }

    /** The list and watch of pods, without the threads of a term. */
    PodPass pass(Census census, Sleep sleep) {
        return new PodPass(ApiServer.of(client, timer), census, new PodPass.Starts(clock), clock, sleep);
    }

    @Override
    public Leadership leadership() {
        throw new UnsupportedOperationException("tests begin their terms themselves");
    }

    @Override
    public void close() {
        timer.shutdownNow();
        client.close();
        server.close();
    }

    /** Holds a request back until the latch is open, or the server is closed. */
    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    /** A namespace whose whitelist has one toleration. */
    static NamespaceFacts admittingOnlySpot(String name) {
        List<Toleration> whitelist = List.of(Toleration.exists("spot", Effect.ANY));
        return new NamespaceFacts(name, true, Map.of(), List.of(), whitelist, List.of(), Map.of());
    }
}

package dev.tolerant.server.keeper;

import dev.tolerant.api.Backoff.Sleep;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.observed.stored.Judgement.PodState;
import dev.tolerant.server.cluster.CurrentSnapshot;
import dev.tolerant.server.cluster.CurrentSnapshot.WholeCluster;
import dev.tolerant.server.cluster.Leadership;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.settings.TolerantConfig.KeeperMode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps running pods while this replica is the leader, if the settings ask for a keeper. The program starts it once; the
 * election begins and ends its terms one after the other. What a term knows goes with it.
 */
@Singleton
class Keeper implements Leadership.Duty {
    private static final Logger LOG = Logger.getLogger(Keeper.class);
    /** After the source of policies, whose observer has no priority of its own. */
    private static final int AFTER_SOURCES = 3000;

    private static final int MAX_PATCHES = 1000;

    private @Nullable Supplier<Term> terms;
    private volatile @Nullable Term term;

    void start(
            @Observes @Priority(AFTER_SOURCES) StartupEvent event,
            TolerantConfig config,
            Engine engine,
            CurrentSnapshot cluster,
            MeterRegistry registry,
            Instance<KubernetesClient> client) {
        if (config.keeper().mode() == KeeperMode.OFF) {
            return;
        }
        WholeCluster whole = cluster.cluster();
        if (whole == null) {
            throw new ConfigurationException(
                    "tolerant.keeper.mode is " + config.keeper().mode()
                            + ", which needs policies from a cluster: set tolerant.policies.source to cluster");
        }
        int perSecond = config.keeper().patchesPerSecond();
        if (perSecond < 1 || perSecond > MAX_PATCHES) {
            throw new ConfigurationException(
                    "tolerant.keeper.patches-per-second is " + perSecond + ", and must be from 1 to " + MAX_PATCHES);
        }
        boolean enforces = config.keeper().mode().under(config.mode()) == KeeperMode.ENFORCE;
        KeeperJudge judge = new KeeperJudge(engine, cluster, whole, System::nanoTime);
        KubernetesClient kubernetes = client.get();
        PodPass.Starts starts = new PodPass.Starts(System::nanoTime);
        terms = () -> new Term(kubernetes, judge, enforces, perSecond, starts, System::nanoTime, Sleep.OF_THREAD);
        new KeeperMetrics(() -> term, registry).register();
        whole.leadership().take(this);
    }

    @Override
    public void begin() {
        LOG.info("this replica is now the keeper of running pods");
        Term begun = Objects.requireNonNull(terms).get();
        term = begun;
        begun.start();
    }

    @Override
    public void end() {
        Term ended = term;
        if (ended != null) {
            LOG.info("this replica is no longer the keeper of running pods");
            term = null;
            ended.close();
        }
    }

    /** Zero or unknown in replicas that are not the keeper, whose term is null; a scrape asks on its own thread. */
    record KeeperMetrics(Supplier<@Nullable Term> terms, MeterRegistry registry) {

        void register() {
            for (PodState state : PodState.values()) {
                Gauge.builder("tolerant.keeper.pods", () -> of(term -> term.census.of(state), 0))
                        .description("Pods by what the keeper found at its last pass, or did since")
                        .tag("state", state.code())
                        .register(registry);
            }
            gauge("backlog", "Pods that wait to be changed", term -> term.census.backlog.unfinished(), 0);
            gauge(
                    "backlog.seconds",
                    "Seconds until the waiting pods are changed",
                    term -> term.healer.backlogSeconds(),
                    0);
            gauge(
                    "last.pass.age.seconds",
                    "Seconds since the last list of all pods",
                    term -> term.pass.ageSeconds(),
                    Double.NaN);
            gauge("leader", "Whether this replica is the keeper", term -> 1, 0);
            gauge(
                    "pause.seconds",
                    "Seconds that the keeper waits after the last refusal",
                    term -> term.healer.pauseSeconds(),
                    0);
        }

        private void gauge(String name, String description, ToDoubleFunction<Term> value, double without) {
            Gauge.builder("tolerant.keeper." + name, () -> of(value, without))
                    .description(description)
                    .register(registry);
        }

        private double of(ToDoubleFunction<Term> value, double without) {
            Term term = terms.get();
            return term == null ? without : value.applyAsDouble(term);
        }
    }
}

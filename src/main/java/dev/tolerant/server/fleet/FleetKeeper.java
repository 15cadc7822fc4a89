package dev.tolerant.server.fleet;

import dev.tolerant.engine.review.Engine;
import dev.tolerant.server.cluster.CurrentSnapshot;
import dev.tolerant.server.cluster.Leadership;
import dev.tolerant.server.cluster.WholeCluster;
import dev.tolerant.settings.KeeperMode;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.thread.FewLines;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Keeps running pods while this replica is the leader, if the settings ask for a keeper. */
@Singleton
class FleetKeeper implements Leadership.Duty {
    private static final Logger LOG = Logger.getLogger(FleetKeeper.class);
    /** After the source of policies, whose observer has no priority of its own. */
    private static final int AFTER_SOURCES = 3000;

    private static final int MAX_PATCHES = 1000;

    private final TolerantConfig config;
    private final Engine engine;
    private final CurrentSnapshot cluster;
    private final MeterRegistry registry;
    private final Instance<KubernetesClient> client;
    private @Nullable Keeper keeper;
    private volatile @Nullable Term term;

    FleetKeeper(
            TolerantConfig config,
            Engine engine,
            CurrentSnapshot cluster,
            MeterRegistry registry,
            Instance<KubernetesClient> client) {
        this.config = config;
        this.engine = engine;
        this.cluster = cluster;
        this.registry = registry;
        this.client = client;
    }

    void start(@Observes @Priority(AFTER_SOURCES) StartupEvent event) {
        if (config.fleet().mode() == KeeperMode.OFF) {
            return;
        }
        WholeCluster whole = cluster.cluster();
        if (whole == null) {
            throw new ConfigurationException(
                    "tolerant.fleet.mode is " + config.fleet().mode()
                            + ", which needs policies from a cluster: set tolerant.policies.source to cluster");
        }
        int perSecond = config.fleet().patchesPerSecond();
        if (perSecond < 1 || perSecond > MAX_PATCHES) {
            throw new ConfigurationException(
                    "tolerant.fleet.patches-per-second is " + perSecond + ", and must be from 1 to " + MAX_PATCHES);
        }
        FewLines complaints = new FewLines(LOG, Duration.ofMinutes(1), System::nanoTime);
        keeper = new Keeper(
                client.get(),
                cluster,
                new Judge(engine, cluster, complaints),
                config.fleet().mode().under(config.mode()) == KeeperMode.ENFORCE,
                perSecond,
                complaints,
                System::nanoTime,
                time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));
        new FleetMetrics(() -> term, registry).register();
        whole.leadership().take(this);
    }

    @Override
    public void begin() {
        LOG.info("this replica looks after running pods from now on");
        Term begun = new Term(Objects.requireNonNull(keeper));
        term = begun;
        begun.start();
    }

    @Override
    public void end() {
        Term ended = term;
        if (ended != null) {
            LOG.info("this replica no longer looks after running pods");
            term = null;
            ended.close();
        }
    }
}

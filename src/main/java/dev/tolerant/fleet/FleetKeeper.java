package dev.tolerant.fleet;

import dev.tolerant.api.Sleep;
import dev.tolerant.cluster.CurrentSnapshot;
import dev.tolerant.review.Engine;
import dev.tolerant.review.KeeperMode;
import dev.tolerant.settings.EngineFactory;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Starts the keeper if the settings ask for one, and stops it. */
@Singleton
class FleetKeeper {
    /** After the source of policies, whose observer has no priority of its own. */
    private static final int AFTER_SOURCES = 3000;

    private static final int MAX_PATCHES = 1000;

    private final TolerantConfig config;
    private final Engine engine;
    private final CurrentSnapshot cluster;
    private final MeterRegistry registry;
    private final Instance<KubernetesClient> client;
    private @Nullable Leadership leadership;

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
        if (!EngineFactory.hasKeeper(config)) {
            return;
        }
        if (cluster.cluster() == null) {
            throw new ConfigurationException(
                    "tolerant.fleet.mode is " + config.fleet().mode()
                            + ", which needs policies from a cluster: set tolerant.policies.source to cluster");
        }
        int perSecond = config.fleet().patchesPerSecond();
        if (perSecond < 1 || perSecond > MAX_PATCHES) {
            throw new ConfigurationException(
                    "tolerant.fleet.patches-per-second is " + perSecond + ", and must be from 1 to " + MAX_PATCHES);
        }
        KubernetesClient server = client.get();
        String namespace = Optional.ofNullable(server.getNamespace()).orElse("default");
        String instance = Objects.requireNonNullElse(System.getenv("HOSTNAME"), "tolerant") + "-"
                + UUID.randomUUID().toString().substring(0, 8);
        Complaints complaints = new Complaints(System::nanoTime);
        Judge judge = new Judge(engine, cluster, config.fleet().earlierSeconds().orElse(Set.of()), complaints);
        boolean enforces = EngineFactory.keeper(config) == KeeperMode.ENFORCE;
        Leadership standing = new Leadership(server, namespace, instance, Leadership.Timing.USUAL, complaints, left -> {
            ScheduledExecutorService timer = DaemonThreads.single("tolerant-fleet-timer");
            Sleep sleep = time -> TimeUnit.NANOSECONDS.sleep(time.toNanos());
            TermParts parts = TermParts.of(
                    server,
                    cluster,
                    judge,
                    enforces,
                    perSecond,
                    left,
                    instance,
                    timer,
                    complaints,
                    System::nanoTime,
                    sleep);
            return new Term(cluster, parts, timer);
        });
        leadership = standing;
        new FleetMetrics(standing::term, registry).register();
        standing.start();
    }

    void stop(@Observes ShutdownEvent event) {
        Leadership standing = leadership;
        if (standing != null) {
            standing.close();
        }
    }
}

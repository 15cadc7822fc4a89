package dev.tolerant.server.cluster;

import dev.tolerant.api.Backoff.Sleep;
import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.registration.InstalledGuard;
import dev.tolerant.observed.registration.InstalledGuard.Keeps;
import dev.tolerant.observed.registration.Registration.Coverage;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.settings.TolerantConfig.KeeperMode;
import dev.tolerant.thread.DaemonThreads;
import dev.tolerant.thread.SaidOnce;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Starts the source that the settings name, and stops it. The program is ready once policies and namespaces have been read, or cannot be
 * read because rights or the CRD are missing.
 */
@Readiness
@Singleton
class Sources implements HealthCheck {
    private static final Logger LOG = Logger.getLogger(Sources.class);
    /** Between looks at what comes with time alone. */
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /** Set once, while the program starts. */
    private volatile @Nullable Source source;

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response = HealthCheckResponse.named("policies and namespaces");
        Source running = source;
        if (running != null) {
            running.state().forEach(response::withData);
        }
        return response.status(running == null || running.isReady()).build();
    }

    void start(
            @Observes StartupEvent event,
            TolerantConfig config,
            TolerationRules rules,
            Injections.Rules injected,
            CurrentSnapshot snapshot,
            SourceMetrics metrics,
            Heap heap,
            Instance<KubernetesClient> client) {
        TolerantConfig.Source from = config.policies().source();
        Optional<String> directory = config.policies().directory();
        if (from == TolerantConfig.Source.CLUSTER || (from == TolerantConfig.Source.AUTO && isInsideCluster())) {
            startCluster(
                    config,
                    new ClusterSource(
                            client.get(),
                            Leadership.of(client.get(), config.lease()),
                            rules,
                            snapshot,
                            metrics,
                            config.reservations().enabled(),
                            guards(config),
                            config.injections().enabled() ? Optional.of(injected) : Optional.empty(),
                            System::nanoTime,
                            Sleep.OF_THREAD,
                            PERIOD,
                            heap));
        } else if (from == TolerantConfig.Source.DIRECTORY
                || (from == TolerantConfig.Source.AUTO && directory.isPresent())) {
            Path path = Path.of(directory.orElseThrow(() -> new ConfigurationException(
                    "tolerant.policies.directory must be set when tolerant.policies.source is directory")));
            start(path, new DirectorySource(path, rules, snapshot, metrics, PERIOD));
        } else {
            LOG.info(
                    "policies and namespaces have no source: only the built-in rules decide (tolerant.policies.source)");
        }
    }

    /** A developer's kubeconfig does not count: the program never reads a cluster by accident. */
    private static boolean isInsideCluster() {
        return System.getenv("KUBERNETES_SERVICE_HOST") != null
                && Files.exists(Path.of("/var/run/secrets/kubernetes.io/serviceaccount/token"));
    }

    private void startCluster(TolerantConfig config, ClusterSource cluster) {
        source = cluster;
        if (!config.webhook().enabled()) {
            cluster.setUnasked(new Coverage(
                    config.webhook().namespaceSelector(), config.webhook().objectSelector()));
        }
        if (config.keeper().mode() != KeeperMode.OFF) {
            cluster.serveKeeper();
        }
        cluster.start();
    }

    private static List<InstalledGuard> guards(TolerantConfig config) {
        List<InstalledGuard> installed = InstalledGuard.of(config.guards().orElse(List.of()), config.mode());
        // In audit there is no binding, so that pods get nothing.
        boolean isGiving = config.injections().enabled() && config.mode() == Mode.ENFORCE;
        Stream<InstalledGuard> giving = installed.stream()
                .filter(guard -> isGiving && guard.keeps() == Keeps.INJECTIONS)
                .map(guard -> InstalledGuard.giving(guard.name()));
        return Stream.concat(installed.stream(), giving).toList();
    }

    private void start(Path path, DirectorySource directory) {
        try {
            directory.start();
        } catch (IOException unreadable) {
            // Without its cause, which Quarkus would print as a stack trace.
            throw new ConfigurationException("tolerant.policies.directory: " + path + " cannot be read as a directory");
        }
        source = directory;
    }

    void stop(@Observes ShutdownEvent event) {
        if (source != null) {
            source.close();
        }
    }

    /**
     * Policies, namespaces and nodes from a directory, read again within a second when a file changes. It polls,
     * because file events do not cross mounts and bind-mounted folders.
     */
    static final class DirectorySource implements Source {

        private final Path directory;
        private final PolicyFiles.Directory reader;
        private final CurrentSnapshot snapshot;
        private final SourceMetrics metrics;
        private final Duration period;
        private final ScheduledExecutorService clock = DaemonThreads.single("tolerant-directory");

        private Map<Path, Version> seen = Map.of();
        private final SaidOnce problems;
        private volatile long lastLook = System.nanoTime();

        DirectorySource(
                Path directory,
                TolerationRules rules,
                CurrentSnapshot snapshot,
                SourceMetrics metrics,
                Duration period) {
            this.directory = directory;
            this.reader = new PolicyFiles.Directory(directory, rules);
            this.snapshot = snapshot;
            this.metrics = metrics;
            this.period = period;
            this.problems = new SaidOnce(problem -> metrics.problem(LOG, problem));
        }

        private record Version(FileTime modified, long size) {}

        /** Fails if the directory is not there. */
        void start() throws IOException {
            seen = versions();
            load();
            metrics.source("directory", () -> true, () -> (System.nanoTime() - lastLook) / 1e9, () -> 0);
            clock.scheduleWithFixedDelay(this::look, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
        }

        private void look() {
            try {
                Map<Path, Version> now = versions();
                if (!now.equals(seen)) {
                    load();
                    seen = now;
                }
                lastLook = System.nanoTime();
            } catch (IOException | RuntimeException gone) {
                problems.set(
                        List.of("the directory " + directory + " cannot be read; what was read before stays in use"));
            }
        }

        private Map<Path, Version> versions() throws IOException {
            Map<Path, Version> versions = new HashMap<>();
            for (Path file : ManifestFile.filesIn(directory)) {
                versions.put(file, new Version(Files.getLastModifiedTime(file), Files.size(file)));
            }
            return versions;
        }

        private void load() throws IOException {
            PolicyFiles reading = reader.read();
            snapshot.set(reading.snapshot());
            int policies = reading.snapshot().policies().policies().size();
            metrics.policies(policies, reading.rejected());
            problems.set(
                    reading.problems().stream().map(ManifestProblem::toString).toList());
            LOG.infof(
                    "read %s: %d policies, %d namespaces, %d nodes, %d problems",
                    directory,
                    policies,
                    reading.snapshot().namespaces().size(),
                    reading.snapshot().nodes().size(),
                    reading.problems().size());
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public Map<String, String> state() {
            return Map.of("directory", directory.toString());
        }

        @Override
        public void close() {
            clock.shutdownNow();
        }
    }
}

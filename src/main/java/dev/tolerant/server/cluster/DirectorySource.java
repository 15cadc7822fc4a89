package dev.tolerant.server.cluster;

import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.thread.DaemonThreads;
import dev.tolerant.thread.SaidOnce;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Policies, namespaces and nodes from a directory, read again within a second when a file changes. It polls,
 * because file events do not cross mounts and bind-mounted folders.
 */
final class DirectorySource implements Source {
    private static final Logger LOG = Logger.getLogger(DirectorySource.class);

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
            Path directory, TolerationRules rules, CurrentSnapshot snapshot, SourceMetrics metrics, Duration period) {
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
            problems.set(List.of("the directory " + directory + " cannot be read; what was read before stays in use"));
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
        problems.set(reading.problems().stream().map(ManifestProblem::toString).toList());
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

package dev.tolerant.source;

import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.toleration.TolerationRules;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Starts the source that the settings name, and stops it. */
@Singleton
class Sources {
    private static final Logger LOG = Logger.getLogger(Sources.class);

    private final TolerantConfig.Policies config;
    private final TolerationRules rules;
    private final CurrentSnapshot snapshot;
    private final MeterRegistry metrics;
    private @Nullable DirectorySource directory;

    Sources(TolerantConfig config, TolerationRules rules, CurrentSnapshot snapshot, MeterRegistry metrics) {
        this.config = config.policies();
        this.rules = rules;
        this.snapshot = snapshot;
        this.metrics = metrics;
    }

    void start(@Observes StartupEvent event) {
        Optional<Path> path = config.directory().map(Path::of);
        switch (config.source()) {
            case DIRECTORY ->
                startDirectory(path.orElseThrow(() -> new ConfigurationException(
                        "tolerant.policies.directory must be set when tolerant.policies.source is directory")));
            case AUTO -> path.ifPresentOrElse(this::startDirectory, Sources::sayNone);
            case NONE -> sayNone();
        }
    }

    private static void sayNone() {
        LOG.info("no source of namespaces: the built-in rules alone decide (tolerant.policies.source)");
    }

    private void startDirectory(Path path) {
        DirectorySource source = new DirectorySource(path, rules, snapshot, metrics);
        try {
            source.start();
        } catch (IOException unreadable) {
            // Without its cause, which Quarkus would print as a stack trace.
            throw new ConfigurationException("tolerant.policies.directory: " + path + " cannot be read as a directory");
        }
        directory = source;
    }

    void stop(@Observes ShutdownEvent event) {
        if (directory != null) {
            directory.close();
        }
    }
}

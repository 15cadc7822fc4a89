package dev.tolerant.server.dev;

import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.page.PageRoutes;
import dev.tolerant.page.Playground.InForce;
import dev.tolerant.server.cluster.CurrentSnapshot;
import dev.tolerant.settings.Settings;
import dev.tolerant.settings.TolerantConfig;
import io.quarkus.arc.profile.IfBuildProfile;
import io.vertx.ext.web.Router;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Path;
import org.eclipse.microprofile.config.Config;

/** Serves the playground on the webhook's port in dev mode; the packaged program is built without it. */
@Singleton
@IfBuildProfile("dev")
record DevPage(TolerantConfig tolerant, Config config, CurrentSnapshot current) implements InForce {

    void onWebhookPort(@Observes Router router) {
        new PageRoutes(this).addTo(router);
    }

    @Override
    public Snapshot snapshot() {
        return current.current();
    }

    /** Policies of a directory can be shown as they are written; of a cluster's the program keeps only the compiled form. */
    @Override
    public String policies() {
        TolerantConfig.Policies source = tolerant.policies();
        if (source.source() == TolerantConfig.Source.CLUSTER
                || source.directory().isEmpty()) {
            return "";
        }
        try {
            return PolicyFiles.text(Path.of(source.directory().get()));
        } catch (IOException gone) {
            return "";
        }
    }

    @Override
    public String settings() {
        return Settings.text(config);
    }
}

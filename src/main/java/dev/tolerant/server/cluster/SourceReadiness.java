package dev.tolerant.server.cluster;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Ready once policies and namespaces have been read, or cannot be read because rights or the CRD are missing. */
@Readiness
@Singleton
class SourceReadiness implements HealthCheck {
    private final Sources sources;

    SourceReadiness(Sources sources) {
        this.sources = sources;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response = HealthCheckResponse.named("policies and namespaces");
        sources.source().ifPresent(source -> source.state().forEach(response::withData));
        return response.status(sources.source().map(Source::isReady).orElse(true))
                .build();
    }
}

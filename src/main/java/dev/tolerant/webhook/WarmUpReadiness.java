package dev.tolerant.webhook;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready once the first answers are as quick as the rest. */
@Readiness
@Singleton
class WarmUpReadiness implements HealthCheck {
    private final WarmUp warmUp;

    WarmUpReadiness(WarmUp warmUp) {
        this.warmUp = warmUp;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("warm-up").status(warmUp.isOver()).build();
    }
}

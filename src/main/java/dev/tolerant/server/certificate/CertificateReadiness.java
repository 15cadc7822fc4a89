package dev.tolerant.server.certificate;

import dev.tolerant.certificate.Lifetime;
import dev.tolerant.certificate.ServingCertificate;
import dev.tolerant.settings.CertificateMode;
import dev.tolerant.settings.TolerantConfig;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Ready while the certificate that is served is one that API servers can accept. */
@Readiness
@Singleton
class CertificateReadiness implements HealthCheck {
    private final CertificateMode mode;
    private final List<String> hostNames;
    private final CurrentCertificate current;
    private final Clock clock = Clock.systemUTC();

    CertificateReadiness(TolerantConfig config, CurrentCertificate current) {
        this.mode = config.certificate().mode();
        this.hostNames = config.certificate().hostNames().orElse(List.of());
        this.current = current;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response = HealthCheckResponse.named("certificate");
        if (mode == CertificateMode.NONE) {
            return response.up().build();
        }
        Optional<ServingCertificate> certificate = current.get();
        certificate.ifPresent(serving -> response.withData(
                        "notAfter", Lifetime.end(serving.certificate()).toString())
                .withData("serial", serving.serial()));
        Optional<String> fault = certificate
                .map(serving -> serving.fault(hostNames, clock.instant()))
                .orElse(Optional.of("there is no certificate yet"));
        fault.ifPresent(reason -> response.withData("reason", reason));
        return response.status(fault.isEmpty()).build();
    }
}

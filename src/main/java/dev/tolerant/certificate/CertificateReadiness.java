package dev.tolerant.certificate;

import dev.tolerant.settings.CertificateMode;
import dev.tolerant.settings.TolerantConfig;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
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
                .map(serving -> fault(serving, hostNames, clock.instant()))
                .orElse(Optional.of("there is no certificate yet"));
        fault.ifPresent(reason -> response.withData("reason", reason));
        return response.status(fault.isEmpty()).build();
    }

    /**
     * Why API servers would refuse the certificate; empty if they would not. One that is not valid yet is no fault: it is
     * more likely that this clock is behind.
     */
    static Optional<String> fault(ServingCertificate serving, List<String> hostNames, Instant now) {
        if (Lifetime.isOver(serving.certificate(), now)) {
            return Optional.of("it expired at " + Lifetime.end(serving.certificate()));
        }
        if (!serving.hasItsKey()) {
            return Optional.of("the private key is not the certificate's");
        }
        List<String> missing = serving.missing(hostNames);
        return missing.isEmpty() ? Optional.empty() : Optional.of("it is not for " + String.join(", ", missing));
    }
}

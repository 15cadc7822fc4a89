package dev.tolerant.server.certificate;

import dev.tolerant.certificate.Lifetime;
import dev.tolerant.certificate.ServingCertificate;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The certificate that the webhook's port serves now, with the metric of its end. */
@Singleton
class CurrentCertificate {
    private volatile @Nullable ServingCertificate current;
    private volatile @Nullable ServingCertificate previous;

    /** Empty until there is one. */
    Optional<ServingCertificate> get() {
        return Optional.ofNullable(current);
    }

    /** The current certificate, or the one before it for a handshake that began with it; null for any other. */
    @Nullable
    ServingCertificate withSerial(String serial) {
        ServingCertificate newest = current;
        if (newest != null && newest.serial().equals(serial)) {
            return newest;
        }
        ServingCertificate older = previous;
        return older != null && older.serial().equals(serial) ? older : null;
    }

    /** Serves this certificate to every handshake from now on; open connections continue. */
    void serve(ServingCertificate next) {
        previous = current;
        current = next;
    }

    /** Registers the metric of the certificate's end. */
    void register(MeterRegistry metrics) {
        Gauge.builder("tolerant.certificate.not.after.seconds", this::endSeconds)
                .description("Unix time at which the serving certificate expires; NaN without one")
                .register(metrics);
    }

    private double endSeconds() {
        return get().map(served -> (double) Lifetime.end(served.certificate()).getEpochSecond())
                .orElse(Double.NaN);
    }
}

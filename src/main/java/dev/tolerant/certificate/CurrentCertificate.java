package dev.tolerant.certificate;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The certificate that the webhook's port shows, whoever issued it, and the metric of its end. */
@Singleton
class CurrentCertificate {
    private volatile @Nullable ServingCertificate current;
    private volatile @Nullable ServingCertificate previous;

    /** Empty as long as there is none. */
    Optional<ServingCertificate> get() {
        return Optional.ofNullable(current);
    }

    /** The current certificate, or the one before it for a handshake that has begun with that; null for others. */
    @Nullable
    ServingCertificate withSerial(String serial) {
        ServingCertificate newest = current;
        if (newest != null && newest.serial().equals(serial)) {
            return newest;
        }
        ServingCertificate older = previous;
        return older != null && older.serial().equals(serial) ? older : null;
    }

    /** Has every handshake from now on show this certificate; connections that are open go on. */
    void serve(ServingCertificate next) {
        previous = current;
        current = next;
    }

    /** Shows the end of the certificate. */
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

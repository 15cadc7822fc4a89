package dev.tolerant.server.intake;

import dev.tolerant.settings.TolerantConfig;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The budgets for the bodies in flight: small bodies have one of their own, so that large ones never keep them out. */
@Singleton
class Budgets {
    /** Nearly all reviews are shorter. */
    private static final int SMALL = 128 << 10;

    private final PeerBudget small;
    private final PeerBudget large;

    private final long longest;

    Budgets(TolerantConfig config, @ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize maxBodySize) {
        long all = config.limits().bodies().asLongValue();
        this.small = PeerBudget.withRoomForTheNext(all / 5);
        this.large = PeerBudget.of(all - all / 5);
        this.longest = Math.min(large.share(), maxBodySize.asLongValue());
    }

    PeerBudget of(long length) {
        return length <= SMALL ? small : large;
    }

    /** The length in bytes over which a body never fits. */
    long longest() {
        return longest;
    }

    /** Bytes that are reserved now. */
    long held() {
        return small.held() + large.held();
    }
}

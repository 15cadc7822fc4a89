package dev.tolerant.server.cluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;

/** Elections that are over sooner than those of the program. */
public final class Election {
    private static final Leadership.Timing QUICK =
            new Leadership.Timing(Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofMillis(100));

    /** The name of the Lease. */
    public static final String LEASE = "tolerant-leader";

    private Election() {}

    /** A replica that does not stand for election yet. */
    public static Leadership of(KubernetesClient client, String replica) {
        return new Leadership(client, LEASE, replica, QUICK);
    }

    /** A replica that stands for election. */
    public static Leadership standing(KubernetesClient client, String replica, Leadership.Duty duty) {
        Leadership leadership = of(client, replica);
        leadership.take(duty);
        leadership.start();
        return leadership;
    }
}

package dev.tolerant.fault;

import dev.tolerant.server.certificate.InstalledChart;
import dev.tolerant.testing.Certificates;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.X509ExtendedTrustManager;

/** What API servers trust: the caBundle of their registration, of whose changes they learn some seconds later. */
final class LearnedTrust implements Supplier<X509ExtendedTrustManager>, AutoCloseable {
    private static final long PERIOD_SECONDS = 2;

    private final InstalledChart cluster;
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();
    private volatile String bundle;
    private volatile X509ExtendedTrustManager trusted;

    LearnedTrust(InstalledChart cluster) {
        this.cluster = cluster;
        this.bundle = cluster.caBundles().iterator().next();
        this.trusted = Certificates.trustManager(bundle);
        watch.scheduleAtFixedRate(this::learn, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    private void learn() {
        bundle = cluster.caBundles().iterator().next();
        trusted = Certificates.trustManager(bundle);
    }

    @Override
    public X509ExtendedTrustManager get() {
        return trusted;
    }

    String bundle() {
        return bundle;
    }

    @Override
    public void close() {
        watch.shutdownNow();
    }
}

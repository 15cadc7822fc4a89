package dev.tolerant.fault;

import java.time.Duration;
import java.util.function.Supplier;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Where a client sends its requests, and how long it waits for an answer.
 *
 * @param trust what each new connection trusts; null for plain HTTP
 */
record Target(
        int port, String path, Duration patience, @Nullable Supplier<X509ExtendedTrustManager> trust) {
    /** How long an API server waits by the chart's defaults. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    static Target https(int port, String path, Supplier<X509ExtendedTrustManager> trust) {
        return new Target(port, path, PATIENCE, trust);
    }

    static Target http(int port, String path) {
        return new Target(port, path, PATIENCE, null);
    }

    /** The same on another port, such as that of a proxy. */
    Target at(int otherPort) {
        return new Target(otherPort, path, patience, trust);
    }

    /** The same for a client that waits so long. */
    Target patient(Duration longer) {
        return new Target(port, path, longer, trust);
    }

    /** The same for a client that trusts something else. */
    Target trusting(Supplier<X509ExtendedTrustManager> other) {
        return new Target(port, path, patience, other);
    }

    boolean isEncrypted() {
        return trust != null;
    }

    /** The path with the query in which an API server says how long it waits. */
    String uri() {
        return path + "?timeout=" + patience.toSeconds() + "s";
    }
}

package dev.tolerant.fault;

import java.util.function.Supplier;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Where a client sends its requests.
 *
 * @param path the path with its query
 * @param trust the authorities that a new connection trusts; null for plain HTTP
 */
record Target(int port, String path, @Nullable Supplier<X509ExtendedTrustManager> trust) {

    static Target https(int port, String path, Supplier<X509ExtendedTrustManager> trust) {
        return new Target(port, path, trust);
    }

    static Target http(int port, String path) {
        return new Target(port, path, null);
    }

    /** The same on another port, such as that of a proxy. */
    Target at(int otherPort) {
        return new Target(otherPort, path, trust);
    }

    boolean isEncrypted() {
        return trust != null;
    }
}

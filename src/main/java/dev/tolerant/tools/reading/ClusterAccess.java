package dev.tolerant.tools.reading;

import dev.tolerant.api.ApiServer;
import dev.tolerant.api.KubeconfigContext;
import dev.tolerant.api.KubeconfigFile;
import dev.tolerant.api.KubeconfigFile.InvalidKubeconfigException;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The cluster that the user means, and the identity to ask it with, as kubectl finds them. It is read once, since a program that it names
 * for the credentials may take seconds; it is for one thread.
 */
public record ClusterAccess(Config config) {
    /** For an answer, unless an option sets another time. */
    public static final Duration PATIENCE = ApiServer.PATIENCE;

    private static final String SERVICE_HOST = "KUBERNETES_SERVICE_HOST";

    /**
     * @param file null for those of {@code KUBECONFIG}, else {@code ~/.kube/config}, else the account of this pod
     * @param context null for the current one
     * @param user to act as; null for oneself
     * @param groups of that user
     * @param patience for an answer to a request
     */
    public static ClusterAccess of(
            @Nullable Path file,
            @Nullable String context,
            @Nullable String user,
            List<String> groups,
            Duration patience)
            throws ClusterUnavailableException {
        if (file != null && !Files.isRegularFile(file)) {
            throw new ClusterUnavailableException(file + " does not exist: let --kubeconfig name a file");
        }
        try {
            List<io.fabric8.kubernetes.api.model.Config> files = files(file, context);
            Config config = files.isEmpty()
                    ? Config.autoConfigure(context)
                    : KubeconfigContext.of(context, files).clientConfig();
            // The user should soon be told that there will be no answer.
            config.setRequestRetryBackoffLimit(0);
            int millis = (int) Math.min(Integer.MAX_VALUE, patience.toMillis());
            config.setRequestTimeout(millis);
            config.setConnectionTimeout(millis);
            // An API server that does not know a token answers and, on HTTP/2, ends the connection (its feature gate
            // UnauthenticatedHTTP2DOSMitigation); the JDK's client would report that end in place of the answer.
            config.setHttp2Disable(true);
            // As kubectl, which leaves in force what the kubeconfig says beside it.
            if (user != null) {
                config.setImpersonateUsername(user);
            }
            if (!groups.isEmpty() && config.getImpersonateUsername() == null) {
                throw new ClusterUnavailableException("--as-group needs --as: name the user whose group it is");
            }
            if (!groups.isEmpty()) {
                config.setImpersonateGroups(groups.toArray(String[]::new));
            }
            KubeconfigContext.requireAddress(config);
            return new ClusterAccess(config);
        } catch (InvalidKubeconfigException invalid) {
            throw new ClusterUnavailableException(String.valueOf(invalid.getMessage()));
        } catch (RuntimeException unusable) {
            throw new ClusterUnavailableException("the kubeconfig cannot be used: " + KubeconfigFile.reason(unusable));
        }
    }

    public KubernetesClient client() throws ClusterUnavailableException {
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientFactory(http())
                .build();
    }

    /** Fails if the certificates and keys of the configuration cannot be used. */
    HttpClient.Factory http() throws ClusterUnavailableException {
        try {
            return new CommandHttp(config);
        } catch (IOException | GeneralSecurityException unusable) {
            throw new ClusterUnavailableException("the host, the certificates or the keys of context " + name(config)
                    + " cannot be used: " + KubeconfigFile.reason(unusable));
        }
    }

    /** Of the context; empty if it has none. */
    public String namespace() {
        String namespace = config.getNamespace();
        return namespace == null ? "" : namespace;
    }

    /** Empty where the account of this pod counts. */
    private static List<io.fabric8.kubernetes.api.model.Config> files(@Nullable Path file, @Nullable String context)
            throws ClusterUnavailableException, InvalidKubeconfigException {
        List<io.fabric8.kubernetes.api.model.Config> files =
                file != null ? List.of(new KubeconfigFile(file.toFile()).read()) : KubeconfigFile.usual();
        if (files.isEmpty() && (context != null || System.getenv(SERVICE_HOST) == null)) {
            throw new ClusterUnavailableException("there is no kubeconfig at "
                    + String.join(" or ", Config.getKubeconfigFilenames())
                    + ": give one with --kubeconfig, or a dump with --from");
        }
        return files;
    }

    public String title() {
        NamedContext current = config.getCurrentContext();
        return current == null
                ? "cluster " + config.getMasterUrl()
                : "cluster " + current.getContext().getCluster() + " (context " + current.getName() + ")";
    }

    /** Of the context, or else the address. */
    static String name(Config config) {
        return config.getCurrentContext() == null
                ? config.getMasterUrl()
                : config.getCurrentContext().getName();
    }

    /** A cluster of which nothing can be read; the message is a sentence that names what to do. */
    public static final class ClusterUnavailableException extends Exception {
        ClusterUnavailableException(String message) {
            super(message, null, false, false);
        }
    }

    /** The HTTP clients of commands: the JDK's, which asks for and demands a certificate of a kubeconfig's {@code tls-server-name}. */
    private static final class CommandHttp extends JdkHttpClientFactory {
        private final @Nullable SSLContext tls;

        /** A {@code tls-server-name} makes the server an IP address: the JDK asks any other host for its own certificate. */
        CommandHttp(Config config) throws IOException, GeneralSecurityException {
            String name = (String) config.getAdditionalProperties().get(KubeconfigContext.TLS_SERVER_NAME);
            if (name == null) {
                tls = null;
                return;
            }
            SSLContext usual = SSLUtils.sslContext(config);
            tls = new SSLContext(named(usual, name), usual.getProvider(), usual.getProtocol()) {};
            URI server = URI.create(config.getMasterUrl());
            InetAddress address = InetAddress.getByName(server.getHost());
            String host = address.getHostAddress();
            config.setMasterUrl(config.getMasterUrl()
                    .replaceFirst(
                            "//[^/]*",
                            "//" + (address instanceof Inet6Address ? "[" + host + "]" : host)
                                    + (server.getPort() < 0 ? "" : ":" + server.getPort())));
        }

        @Override
        protected void additionalConfig(java.net.http.HttpClient.Builder builder) {
            if (tls != null) {
                builder.sslContext(tls);
            }
        }

        /** A context whose connections are to a server of this name, wherever they go. */
        private static SSLContextSpi named(SSLContext usual, String name) {
            return new SSLContextSpi() {
                @Override
                protected SSLEngine engineCreateSSLEngine(String host, int port) {
                    return usual.createSSLEngine(name, port);
                }

                @Override
                protected SSLEngine engineCreateSSLEngine() {
                    return usual.createSSLEngine();
                }

                @Override
                protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
                    throw new IllegalStateException("it is initialized");
                }

                @Override
                protected SSLSocketFactory engineGetSocketFactory() {
                    return usual.getSocketFactory();
                }

                @Override
                protected SSLServerSocketFactory engineGetServerSocketFactory() {
                    return usual.getServerSocketFactory();
                }

                @Override
                protected SSLSessionContext engineGetServerSessionContext() {
                    return usual.getServerSessionContext();
                }

                @Override
                protected SSLSessionContext engineGetClientSessionContext() {
                    return usual.getClientSessionContext();
                }
            };
        }
    }
}

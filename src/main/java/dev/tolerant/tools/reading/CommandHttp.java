package dev.tolerant.tools.reading;

import dev.tolerant.api.KubeconfigContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** The HTTP clients of commands: the JDK's, which asks for and demands a certificate of a kubeconfig's {@code tls-server-name}. */
final class CommandHttp extends JdkHttpClientFactory {
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

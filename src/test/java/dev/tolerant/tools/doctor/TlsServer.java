package dev.tolerant.tools.doctor;

import dev.tolerant.certificate.Authority;
import dev.tolerant.certificate.Pem;
import dev.tolerant.certificate.ServingCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A server on this machine that shows its certificate to everybody. */
final class TlsServer implements AutoCloseable {
    private static final char[] PASSWORD = "none".toCharArray();

    private final ServerSocket socket;

    private TlsServer(ServerSocket socket) {
        this.socket = socket;
        Thread thread = new Thread(this::serve, "tls-server");
        thread.setDaemon(true);
        thread.start();
    }

    static TlsServer start(ServingCertificate certificate) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "serving", certificate.key(), PASSWORD, certificate.chain().toArray(new X509Certificate[0]));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return new TlsServer(
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    }

    /** A server that answers a handshake with something else. */
    static TlsServer startPlain() throws IOException {
        return new TlsServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    }

    /** A registration whose webhooks have the authority as their caBundle. */
    static String trusting(Authority authority, String registration) {
        String pem = Pem.of(authority.certificate());
        String base64 = Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
        return registration.replace("clientConfig: {", "clientConfig: {caBundle: " + base64 + ", ");
    }

    InetSocketAddress address() {
        return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket connection = socket.accept()) {
                if (connection instanceof SSLSocket tls) {
                    tls.startHandshake();
                } else {
                    connection
                            .getOutputStream()
                            .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                }
            } catch (IOException refused) {
                // The client's own affair.
            }
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}

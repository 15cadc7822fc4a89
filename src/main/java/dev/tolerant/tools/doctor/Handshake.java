package dev.tolerant.tools.doctor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * A TLS handshake as the API server makes it.
 *
 * @param chain what the server showed
 * @param refusal why the API server would not believe it, as a clause; empty if it would
 */
record Handshake(List<X509Certificate> chain, String refusal) {

    /** How Java says that a chain does not end in a certificate that is trusted. */
    private static final List<String> UNSIGNED =
            List.of("unable to find valid certification path", "trust anchors", "signature check failed");

    /**
     * Makes one.
     *
     * @param host the name by which the API server calls
     * @param trusted the certificates of the caBundle
     * @throws IOException if there is no server, or none that speaks TLS
     */
    static Handshake with(
            InetSocketAddress address, String host, Collection<? extends Certificate> trusted, Duration patience)
            throws IOException {
        Witness witness = new Witness(trust(trusted));
        try (Socket plain = new Socket()) {
            plain.connect(address, (int) patience.toMillis());
            plain.setSoTimeout((int) patience.toMillis());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {witness}, null);
            try (SSLSocket socket =
                    (SSLSocket) context.getSocketFactory().createSocket(plain, host, address.getPort(), true)) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.startHandshake();
            }
        } catch (GeneralSecurityException unusable) {
            throw new IOException(unusable.getMessage(), unusable);
        }
        return new Handshake(witness.chain, witness.refusal);
    }

    X509Certificate certificate() {
        return chain.get(0);
    }

    private static X509ExtendedTrustManager trust(Collection<? extends Certificate> trusted) throws IOException {
        try {
            KeyStore roots = KeyStore.getInstance("PKCS12");
            roots.load(null, null);
            int count = 0;
            for (Certificate root : trusted) {
                roots.setCertificateEntry("root" + count++, root);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(roots);
            return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
        } catch (GeneralSecurityException unusable) {
            throw new IOException(unusable.getMessage(), unusable);
        }
    }

    /** Goes on after a refusal, because what the server shows has to be reported. No byte is sent after the handshake. */
    private static final class Witness extends X509ExtendedTrustManager {
        private final X509ExtendedTrustManager judge;
        private List<X509Certificate> chain = List.of();
        private String refusal = "";

        Witness(X509ExtendedTrustManager judge) {
            this.judge = judge;
        }

        @Override
        public void checkServerTrusted(X509Certificate[] shown, String type, Socket socket) {
            chain = List.of(shown);
            try {
                judge.checkServerTrusted(shown, type, socket);
            } catch (CertificateException refused) {
                refusal = why(refused);
            }
        }

        private static String why(CertificateException refused) {
            Throwable root = refused;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            if (root instanceof CertificateExpiredException) {
                return "it has expired";
            }
            String message = String.valueOf(root.getMessage());
            return UNSIGNED.stream().anyMatch(message::contains)
                    ? "no certificate of the caBundle has signed it"
                    : message;
        }

        @Override
        public void checkServerTrusted(X509Certificate[] shown, String type, SSLEngine engine) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void checkServerTrusted(X509Certificate[] shown, String type) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void checkClientTrusted(X509Certificate[] shown, String type, Socket socket) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void checkClientTrusted(X509Certificate[] shown, String type, SSLEngine engine) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void checkClientTrusted(X509Certificate[] shown, String type) {
            throw new UnsupportedOperationException();
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}

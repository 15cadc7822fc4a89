package dev.tolerant.bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** A connection whose handshake is over, on which single answers can be timed. */
final class Connection implements AutoCloseable {
    private final SSLSocket socket;
    private final InputStream in;

    private Connection(SSLSocket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /** Opens a connection to a server whose certificate the authority {@code ca.crt} of the directory has signed. */
    static Connection open(int port, Path certificate) throws IOException, InterruptedException {
        SSLSocket socket = (SSLSocket)
                trusting(certificate.resolve("ca.crt")).getSocketFactory().createSocket("localhost", port);
        socket.setTcpNoDelay(true);
        socket.startHandshake();
        // The client's part of a TLS 1.3 handshake is over before the server's.
        Thread.sleep(200);
        return new Connection(socket);
    }

    private static SSLContext trusting(Path authority) throws IOException {
        try (InputStream pem = Files.newInputStream(authority)) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(pem));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException impossible) {
            throw new IOException(impossible);
        }
    }

    /** Posts a review; the milliseconds until the last byte of its answer. */
    double milliseconds(byte[] review) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(("POST /mutate?timeout=2s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + review.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        request.writeBytes(review);
        long start = System.nanoTime();
        socket.getOutputStream().write(request.toByteArray());
        String status = line();
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).trim());
            }
        }
        in.readNBytes(length);
        double milliseconds = (System.nanoTime() - start) / 1e6;
        if (!status.contains(" 200 ")) {
            throw new IOException("a review was answered with " + status);
        }
        return milliseconds;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString().trim();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

package dev.tolerant.apiserver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A review that sends its first half at once and the rest when the test says so. */
record SlowReview(SSLSocket socket, byte[] rest) {
    private static final Path REVIEW = Path.of("src/test/resources/reviews/pod-create-web.json");
    private static final int TIMEOUT_MILLIS = 10_000;

    static SlowReview begin(String url, SSLContext trust) throws IOException {
        URI uri = URI.create(url);
        byte[] review = Files.readAllBytes(REVIEW);
        SSLSocket socket = (SSLSocket) trust.getSocketFactory().createSocket(uri.getHost(), uri.getPort());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        String head = "POST /mutate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + review.length + "\r\n\r\n";
        OutputStream out = socket.getOutputStream();
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(review, 0, review.length / 2);
        out.flush();
        return new SlowReview(socket, Arrays.copyOfRange(review, review.length / 2, review.length));
    }

    /** Sends the rest, and returns the first line of the answer. */
    String finish() throws IOException {
        try (socket) {
            socket.getOutputStream().write(rest);
            socket.getOutputStream().flush();
            return String.valueOf(
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                            .readLine());
        }
    }
}

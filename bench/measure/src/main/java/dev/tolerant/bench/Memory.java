package dev.tolerant.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Measures whether several of the largest bodies at once break a server. */
record Memory(Server server) {
    /** Nearly the largest body that the servers accept; a review of this size is up to 10 kB larger. */
    static final int LARGEST = 8 * 1024 * 1024 - 16_384;

    private static final int AT_ONCE = 4;

    /** How many of four bodies of the largest size the server answers when they are sent at once. */
    Row largest() throws IOException, InterruptedException {
        Path body = Files.createTempFile("largest-review", ".json");
        try {
            Files.write(body, BenchReview.ofBytes(LARGEST));
            int answered = new Load(server.url(), body).atOnce(AT_ONCE);
            return Row.figure(
                    "four bodies of 8 MB at once",
                    "answered",
                    Samples.of(answered),
                    AT_ONCE,
                    "4",
                    "sent; " + Math.round(server.megabytes("VmHWM")) + " MB at most");
        } finally {
            Files.delete(body);
        }
    }
}

package dev.tolerant.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What servers hold after so many reviews, and whether the largest bodies at once break them. */
record Memory(int reviews) {
    private static final int LARGEST = 8 * 1024 * 1024 - 4096;
    private static final int AT_ONCE = 4;

    /** The memory in MB after the reviews, half of them small and half large. */
    double after(Server server) throws IOException, InterruptedException {
        new Load(server.url(), BenchReview.file("small")).perSecond(reviews / 2);
        new Load(server.url(), BenchReview.file("large")).perSecond(reviews / 2);
        return server.megabytes("VmRSS");
    }

    /** How many of four bodies of the largest size, sent at once, were answered. */
    Row largest(Server server) throws IOException, InterruptedException {
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

package dev.tolerant.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reviews sent by h2load as an API server sends them: HTTP/1.1, TLS, connections that are kept. */
record Load(String url, Path review) {
    private static final int CONNECTIONS = 8;
    private static final Pattern RATE = Pattern.compile("finished in .*?, ([0-9.]+) req/s");
    private static final Pattern SUCCESSES = Pattern.compile("status codes: (\\d+) 2xx");

    /** Sends so many, as fast as they are answered; the reviews per second. */
    double perSecond(int requests) throws IOException, InterruptedException {
        String summary = run("-c" + CONNECTIONS, "-n" + requests);
        if (number(SUCCESSES, summary) != requests) {
            throw new IOException("not every review was answered with 200:\n" + summary);
        }
        return number(RATE, summary);
    }

    /** Sends so many at once; how many were answered with 200. */
    int atOnce(int requests) throws IOException, InterruptedException {
        return (int) number(SUCCESSES, run("-c" + requests, "-n" + requests));
    }

    /** Sends so many a second; the milliseconds of each answer. */
    Samples milliseconds(int rate, int seconds) throws IOException, InterruptedException {
        Path log = Files.createTempFile("h2load", ".log");
        try {
            Files.delete(log);
            run("-c" + CONNECTIONS, "-n" + rate * seconds, "--rps=" + rate / CONNECTIONS, "--log-file=" + log);
            // Each line: when it was sent, its status, and the microseconds until the answer's end.
            return Samples.of(Files.readAllLines(log).stream()
                    .mapToDouble(line -> Long.parseLong(line.split("\t")[2]) / 1000.0)
                    .toArray());
        } finally {
            Files.deleteIfExists(log);
        }
    }

    private String run(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("h2load", "--h1", "-t1", "-d", review.toString()));
        command.addAll(List.of("-H", "content-type: application/json"));
        command.addAll(List.of(options));
        command.add(url);
        Process h2load = new ProcessBuilder(command).redirectErrorStream(true).start();
        String summary = new String(h2load.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (h2load.waitFor() != 0) {
            throw new IOException("h2load failed:\n" + summary);
        }
        return summary;
    }

    private static double number(Pattern pattern, String summary) throws IOException {
        Matcher found = pattern.matcher(summary);
        if (!found.find()) {
            throw new IOException("h2load did not say how it went:\n" + summary);
        }
        return Double.parseDouble(found.group(1));
    }
}

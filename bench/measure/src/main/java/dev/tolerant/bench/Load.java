package dev.tolerant.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends reviews with h2load as an API server does: HTTP/1.1, TLS, connections that stay open. */
record Load(String url, Path review) {
    private static final int CONNECTIONS = 8;
    private static final int ENDLESS = 10_000_000;
    private static final Pattern RATE = Pattern.compile("finished in .*?, ([0-9.]+) req/s");
    private static final Pattern SUCCESSES = Pattern.compile("status codes: (\\d+) 2xx");

    /** Sends so many reviews, as fast as the server answers; returns the reviews per second. */
    double perSecond(int requests) throws IOException, InterruptedException {
        String summary = run("-c" + CONNECTIONS, "-n" + requests);
        if (number(SUCCESSES, summary) != requests) {
            throw new IOException("the server did not answer every review with 200:\n" + summary);
        }
        return number(RATE, summary);
    }

    /** Sends so many reviews at once; returns how many the server answered with 200. */
    int atOnce(int requests) throws IOException, InterruptedException {
        return (int) number(SUCCESSES, run("-c" + requests, "-n" + requests));
    }

    /** Sends so many reviews a second; returns the milliseconds of each answer. */
    Samples milliseconds(int rate, int seconds) throws IOException, InterruptedException {
        Path log = Files.createTempFile("h2load", ".log");
        try {
            Files.delete(log);
            int requests = rate * seconds;
            String summary =
                    run("-c" + CONNECTIONS, "-n" + requests, "--rps=" + rate / CONNECTIONS, "--log-file=" + log);
            List<Answer> answers = answers(log);
            if (answers.size() != requests) {
                throw new IOException("the server did not answer every review:\n" + summary);
            }
            return Samples.of(answers.stream()
                    .mapToDouble(answer -> answer.micros() / 1000.0)
                    .toArray());
        } finally {
            Files.deleteIfExists(log);
        }
    }

    /** Sends reviews for so many seconds, as fast as the server answers; returns the answers. */
    List<Answer> during(int seconds) throws IOException, InterruptedException {
        Path log = Files.createTempFile("h2load", ".log");
        try {
            Files.delete(log);
            // Ended from here: told the seconds with -D, h2load goes on for ever if connections take long to open.
            Process h2load = new ProcessBuilder(command("-c" + CONNECTIONS, "-n" + ENDLESS, "--log-file=" + log))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean ended = h2load.waitFor(seconds, TimeUnit.SECONDS);
            h2load.destroyForcibly().waitFor();
            if (ended) {
                throw new IOException("h2load ended before its time: it could not send reviews to " + url);
            }
            return answers(log);
        } finally {
            Files.deleteIfExists(log);
        }
    }

    private List<Answer> answers(Path log) throws IOException {
        List<Answer> answers = Files.readAllLines(log).stream().map(Answer::of).toList();
        if (answers.stream().anyMatch(answer -> answer.status() != 200)) {
            throw new IOException("the server at " + url + " did not answer every review with 200");
        }
        return answers;
    }

    private String run(String... options) throws IOException, InterruptedException {
        Process h2load =
                new ProcessBuilder(command(options)).redirectErrorStream(true).start();
        String summary = new String(h2load.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (h2load.waitFor() != 0) {
            throw new IOException("h2load failed:\n" + summary);
        }
        return summary;
    }

    private List<String> command(String... options) {
        List<String> command = new ArrayList<>(List.of("h2load", "--h1", "-t1", "-d", review.toString()));
        command.addAll(List.of("-H", "content-type: application/json"));
        command.addAll(List.of(options));
        command.add(url);
        return command;
    }

    private static double number(Pattern pattern, String summary) throws IOException {
        Matcher found = pattern.matcher(summary);
        if (!found.find()) {
            throw new IOException("the result is missing from h2load's output:\n" + summary);
        }
        return Double.parseDouble(found.group(1));
    }
}

package dev.tolerant.server.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.WholeProgram;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The same review again and again, on as many threads as there are processors, with a check of every answer. */
final class SteadyReviews implements AutoCloseable {
    private final WholeProgram webhook;
    private final JsonNode review;
    private final Consumer<WholeProgram.Answer> check;
    private final AtomicLong answers = new AtomicLong();
    private final LongAccumulator worst = new LongAccumulator(Math::max, 0);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads;
    private volatile boolean stopped;

    SteadyReviews(CurrentSnapshot snapshot, JsonNode review, Consumer<WholeProgram.Answer> check) {
        this.webhook = WholeProgram.over(snapshot);
        this.review = review;
        this.check = check;
        this.threads = IntStream.range(0, Runtime.getRuntime().availableProcessors())
                .mapToObj(i -> new Thread(this::ask, "reviews-" + i))
                .toList();
        threads.forEach(Thread::start);
    }

    private void ask() {
        while (!stopped) {
            long asked = System.nanoTime();
            try {
                WholeProgram.Answer answer = webhook.ask(review);
                worst.accumulate(System.nanoTime() - asked);
                check.accept(answer);
                answers.incrementAndGet();
            } catch (RuntimeException | AssertionError wrong) {
                failure.compareAndSet(null, wrong);
                return;
            }
        }
    }

    /** The number of answers so far, if all were right. */
    long answers() {
        Throwable wrong = failure.get();
        if (wrong != null) {
            throw new AssertionError("an answer was wrong after " + answers + " right ones", wrong);
        }
        return answers.get();
    }

    /** The longest that an answer took. */
    Duration worst() {
        return Duration.ofNanos(worst.get());
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}

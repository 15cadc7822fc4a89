package dev.tolerant.api;

import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** An answer of the API server, read while it arrives; the caller closes it. */
public final class StreamedResponse implements AutoCloseable {
    private final HttpResponse<InputStream> response;
    private final Body body;
    private final Future<?> watchdog;

    /** The timer closes the answer once nothing of it has arrived for that long, or at most for half as long again. */
    public StreamedResponse(HttpResponse<InputStream> response, ScheduledExecutorService timer, Duration patience) {
        this.response = response;
        this.body = new Body(response.body());
        long half = patience.toMillis() / 2;
        this.watchdog = timer.scheduleWithFixedDelay(
                () -> body.closeIfSilent(patience.toNanos()), half, half, TimeUnit.MILLISECONDS);
    }

    /** Of Retry-After, as Kubernetes sends it; 0 if there is none. */
    public static long retryAfterSeconds(HttpResponse<?> response) {
        String seconds = response.header("Retry-After");
        return seconds == null || !seconds.matches("\\d{1,4}") ? 0 : Long.parseLong(seconds);
    }

    public boolean isSuccess() {
        return response.isSuccessful();
    }

    public InputStream body() {
        return body;
    }

    /** With the whole body, for an answer that says what went wrong. */
    public ApiResponse read() throws IOException {
        return new ApiResponse(response.code(), body.readAllBytes(), retryAfterSeconds(response));
    }

    /** Reads what is left, so that the connection can be used again. */
    public void finish() throws IOException {
        while (body.read() >= 0) {
            // White space.
        }
    }

    @Override
    public void close() {
        watchdog.cancel(false);
        body.close();
    }

    /**
     * Once the bytes have been read to the end, their connection belongs to another request, which the client would
     * break off if they were closed.
     */
    private static final class Body extends FilterInputStream {
        private volatile boolean ended;
        private volatile long lastRead = System.nanoTime();

        Body(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            note(read);
            return read;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int read = super.read(into, from, length);
            note(read);
            return read;
        }

        private void note(int read) {
            ended = read < 0;
            lastRead = System.nanoTime();
        }

        void closeIfSilent(long patience) {
            if (System.nanoTime() - lastRead >= patience) {
                close();
            }
        }

        @Override
        public void close() {
            try {
                if (!ended) {
                    super.close();
                }
            } catch (IOException nothingIsLost) {
                // No thread reads it any more.
            }
        }
    }
}

package dev.tolerant.api;

import dev.tolerant.api.Backoff.Sleep;
import dev.tolerant.engine.json.ItemStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Lists objects page by page, one in memory at a time: a page that fails is asked for again, and the list goes on where
 * the API server has forgotten where it was.
 *
 * @param tries of a page before the list fails
 */
public record ListPages(ApiServer server, Sleep sleep, int tries) {
    public static final int LIMIT = 500;

    /** The list never fails but for a refusal that no other try would change. */
    public static final int ENDLESS = Integer.MAX_VALUE;

    private static final long MAX_WAIT_SECONDS = 8;

    /**
     * @param path with a query, but without a token
     * @param name of what is listed, for messages
     * @param resource by its plural
     */
    public record Query(String path, String name, String resource) {}

    public interface Reader {
        /** The list begins, perhaps again: what was shown before does not count. */
        void begin();

        void item(byte[] json) throws IOException;

        /** The version of the cluster from which a watch would miss no change of what was listed. */
        default void version(String resourceVersion) {}

        /** A page has failed, and is asked for again after a while. */
        default void failed(IOException why) throws InterruptedException {}
    }

    /**
     * @throws RefusedException if the API server refuses, after several tries where another may help
     * @throws IOException if it has not answered with a list after several tries
     */
    public void read(Query query, Reader reader) throws IOException, InterruptedException {
        new Reading(query, reader).read();
    }

    private final class Reading {
        private final Query query;
        private final Reader reader;
        private String token = "";
        private boolean more = true;
        /** The objects of the page that the reader has seen; a page of one token always begins with the same ones. */
        private int shown;

        private int failures;
        private final Backoff backoff = new Backoff(MAX_WAIT_SECONDS);

        Reading(Query query, Reader reader) {
            this.query = query;
            this.reader = reader;
        }

        void read() throws IOException, InterruptedException {
            reader.begin();
            while (more) {
                Duration wait = readPage();
                if (!wait.isZero()) {
                    sleep.sleep(wait);
                }
            }
        }

        /** The wait before the list goes on. */
        private Duration readPage() throws IOException, InterruptedException {
            ApiResponse refusal;
            try (StreamedResponse answer = server.list(path())) {
                if (answer.isSuccess()) {
                    show(new ItemStream(answer.body()));
                    answer.finish();
                    return Duration.ZERO;
                }
                refusal = answer.read();
            } catch (IOException broken) {
                return after(broken, 0);
            }
            return afterRefusal(refusal);
        }

        private String path() {
            return token.isEmpty()
                    ? query.path()
                    : query.path() + "&continue=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
        }

        private void show(ItemStream items) throws IOException {
            int passed = 0;
            for (byte[] item = items.next(); item != null; item = items.next()) {
                if (++passed > shown) {
                    reader.item(item);
                    shown = passed;
                }
            }
            if (!isList(items)) {
                throw new IOException("the API server answers the list of " + query.name() + " with something else");
            }
            if (token.isEmpty()) {
                reader.version(items.resourceVersion());
            }
            goOn(items.continuation());
            more = !token.isEmpty();
            failures = 0;
            backoff.reset();
        }

        /** A proxy, or an API server in trouble, may answer 200 with anything: no objects are not the same as an empty list. */
        private boolean isList(ItemStream items) {
            return items.hasItems()
                    && items.kind().endsWith("List")
                    && query.path().contains("/" + items.apiVersion() + "/")
                    && !items.resourceVersion().isEmpty();
        }

        private void goOn(String next) {
            token = next;
            shown = 0;
        }

        private void beginAnew() {
            goOn("");
            reader.begin();
        }

        private Duration afterRefusal(ApiResponse answer) throws IOException, InterruptedException {
            RefusedException refused = new RefusedException(
                    answer,
                    "the API server answers the list of " + query.name() + " with "
                            + answer.words("list of " + query.resource()));
            if (answer.isExpired()) {
                return afterExpiry(refused);
            }
            if (answer.asksToWait() || answer.isOfServer()) {
                return after(refused, answer.retryAfterSeconds());
            }
            throw refused;
        }

        /** A token lives for five minutes; the answer has one that goes on with the objects as they are now. */
        private Duration afterExpiry(RefusedException expired) throws IOException, InterruptedException {
            ItemStream status =
                    new ItemStream(new ByteArrayInputStream(expired.answer().body()));
            while (status.next() != null) {
                // A status has no items.
            }
            Duration wait = after(expired, 0);
            if (status.continuation().isEmpty()) {
                beginAnew();
                return wait;
            }
            goOn(status.continuation());
            return Duration.ZERO;
        }

        private Duration after(IOException broken, long askedSeconds) throws IOException, InterruptedException {
            if (++failures >= tries) {
                throw broken;
            }
            reader.failed(broken);
            if (token.isEmpty() && shown > 0) {
                beginAnew();
            }
            return backoff.next(askedSeconds);
        }
    }

    /** The API server answered, and refused: another try would not change it, or has not. */
    public static final class RefusedException extends IOException {
        private final transient ApiResponse answer;

        public RefusedException(ApiResponse answer, String message) {
            super(message);
            this.answer = answer;
        }

        public ApiResponse answer() {
            return answer;
        }
    }
}

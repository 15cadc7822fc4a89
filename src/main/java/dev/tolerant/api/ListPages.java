package dev.tolerant.api;

import dev.tolerant.engine.json.ItemStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Lists objects page by page, one in memory at a time, and goes on where the API server has forgotten where it was. */
public final class ListPages {
    /** How many objects a page has. */
    public static final int LIMIT = 500;

    private static final long MAX_WAIT_SECONDS = 60;

    private final ApiServer server;
    private final Sleep sleep;
    private final int tries;

    /** @param tries how often a page is asked for before the list fails */
    public ListPages(ApiServer server, Sleep sleep, int tries) {
        this.server = server;
        this.sleep = sleep;
        this.tries = tries;
    }

    /**
     * A list.
     *
     * @param path with a query, but without a token
     * @param name of what is listed, for messages
     * @param resource by its plural
     */
    public record Query(String path, String name, String resource) {}

    /** Who is shown the objects. */
    public interface Reader {
        /** The list begins, perhaps anew: what was shown before does not count. */
        void begin();

        void item(byte[] json) throws IOException;

        /** The version of the cluster from which a watch would miss no change of what was listed. */
        void version(String resourceVersion);
    }

    /**
     * Shows the reader all objects of the list.
     *
     * @throws RefusedException if the API server refuses, after several tries where another may help
     * @throws IOException if it has not answered after several tries
     */
    public void read(Query query, Reader reader) throws IOException, InterruptedException {
        new Reading(query, reader).read();
    }

    /** One list, and how far it has come. */
    private final class Reading {
        private final Query query;
        private final Reader reader;
        private String token = "";
        private boolean more = true;
        /** How many objects of the page the reader has seen; a page of one token always begins with the same ones. */
        private int shown;

        private int failures;

        Reading(Query query, Reader reader) {
            this.query = query;
            this.reader = reader;
        }

        void read() throws IOException, InterruptedException {
            reader.begin();
            while (more) {
                long wait = readPage();
                if (wait > 0) {
                    sleep.sleep(Duration.ofSeconds(wait));
                }
            }
        }

        /** The seconds to wait before the list goes on. */
        private long readPage() throws IOException, InterruptedException {
            Answer refusal;
            try (StreamedAnswer answer = server.list(path())) {
                if (answer.isSuccess()) {
                    show(new ItemStream(answer.body()));
                    answer.finish();
                    return 0;
                }
                refusal = answer.read();
            } catch (IOException broken) {
                return after(broken);
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
            if (token.isEmpty()) {
                reader.version(items.resourceVersion());
            }
            goOn(items.continuation());
            more = !token.isEmpty();
            failures = 0;
        }

        private void goOn(String next) {
            token = next;
            shown = 0;
        }

        private void beginAnew() {
            goOn("");
            reader.begin();
        }

        /** The seconds to wait before the list goes on. */
        private long afterRefusal(Answer answer) throws IOException {
            if (answer.isExpired()) {
                return afterExpiry(answer);
            }
            if (answer.asksToWait() || answer.isOfServer()) {
                return Math.max(
                        after(new RefusedException(answer, refusal(answer))),
                        Math.min(answer.retryAfterSeconds(), MAX_WAIT_SECONDS));
            }
            throw new RefusedException(answer, refusal(answer));
        }

        /** A token lives for five minutes; the answer has one that goes on with the objects as they are now. */
        private long afterExpiry(Answer answer) throws IOException {
            ItemStream status = new ItemStream(new ByteArrayInputStream(answer.body()));
            while (status.next() != null) {
                // A status has no items.
            }
            long wait = after(new RefusedException(answer, refusal(answer)));
            if (status.continuation().isEmpty()) {
                beginAnew();
                return wait;
            }
            goOn(status.continuation());
            return 0;
        }

        private String refusal(Answer answer) {
            return "the API server answers the list of " + query.name() + " with "
                    + answer.words("list of " + query.resource());
        }

        /** The seconds to wait before the same page is read again, longer each time. */
        private long after(IOException broken) throws IOException {
            if (++failures >= tries) {
                throw broken;
            }
            if (token.isEmpty() && shown > 0) {
                beginAnew();
            }
            return 1L << (failures - 1);
        }
    }

    /** The API server answered, and refused: another try would not change it, or has not. */
    public static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        private final transient Answer answer;

        public RefusedException(Answer answer, String message) {
            super(message);
            this.answer = answer;
        }

        public Answer answer() {
            return answer;
        }
    }
}

package dev.tolerant.fleet;

import dev.tolerant.json.ItemStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Lists pods page by page, one pod in memory at a time, and goes on where the API server has forgotten where it was. */
final class PodPages {
    /** How many pods a page has. */
    static final int LIMIT = 500;

    private static final int TRIES = 6;
    private static final long MAX_WAIT_SECONDS = 60;

    private final Pods pods;
    private final Sleep sleep;

    PodPages(Pods pods, Sleep sleep) {
        this.pods = pods;
        this.sleep = sleep;
    }

    /** Who is shown the pods. */
    interface Reader {
        /** The list begins, perhaps anew: what was shown before does not count. */
        void begin();

        void pod(byte[] json);

        /** The version of the cluster from which a watch would miss no change of what was listed. */
        void version(String resourceVersion);
    }

    /**
     * Shows the reader all pods of the scope.
     *
     * @throws IOException if the API server refuses, or has not answered after several tries
     */
    void read(Scope scope, Reader reader) throws IOException, InterruptedException {
        new Reading(scope, reader).read();
    }

    /** One list, and how far it has come. */
    private final class Reading {
        private final Scope scope;
        private final Reader reader;
        private String token = "";
        private boolean more = true;
        /** How many pods of the page the reader has seen; a page of one token always begins with the same pods. */
        private int shown;

        private int failures;

        Reading(Scope scope, Reader reader) {
            this.scope = scope;
            this.reader = reader;
        }

        void read() throws IOException, InterruptedException {
            reader.begin();
            while (more) {
                long wait = 0;
                try (StreamedAnswer answer = pods.list(path())) {
                    if (answer.isSuccess()) {
                        show(new ItemStream(answer.body()));
                        answer.finish();
                    } else {
                        wait = afterRefusal(answer.read());
                    }
                } catch (IOException broken) {
                    wait = after(broken);
                }
                if (wait > 0) {
                    sleep.sleep(Duration.ofSeconds(wait));
                }
            }
        }

        private String path() {
            return token.isEmpty()
                    ? scope.path()
                    : scope.path() + "&continue=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
        }

        private void show(ItemStream items) throws IOException {
            int passed = 0;
            for (byte[] pod = items.next(); pod != null; pod = items.next()) {
                if (++passed > shown) {
                    reader.pod(pod);
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
            if (answer.asksToWait()) {
                return Math.max(
                        after(new IOException(refusal(answer))),
                        Math.min(answer.retryAfterSeconds(), MAX_WAIT_SECONDS));
            }
            if (answer.isOfServer()) {
                return after(new IOException(refusal(answer)));
            }
            throw new RefusedException(refusal(answer));
        }

        /** A token lives for five minutes; the answer has one that goes on with the pods as they are now. */
        private long afterExpiry(Answer answer) throws IOException {
            ItemStream status = new ItemStream(new ByteArrayInputStream(answer.body()));
            while (status.next() != null) {
                // A status has no items.
            }
            if (status.continuation().isEmpty()) {
                long wait = after(new IOException(refusal(answer)));
                beginAnew();
                return wait;
            }
            goOn(status.continuation());
            return 0;
        }

        private String refusal(Answer answer) {
            return "the API server answers the list of " + scope + " with " + answer.words("list of pods");
        }

        private long after(IOException broken) throws IOException {
            if (broken instanceof RefusedException || ++failures == TRIES) {
                throw broken;
            }
            if (token.isEmpty() && shown > 0) {
                beginAnew();
            }
            return 1L << (failures - 1);
        }
    }

    /** An answer that another try would not change. */
    private static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message);
        }
    }
}

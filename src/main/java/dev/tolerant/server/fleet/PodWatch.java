package dev.tolerant.server.fleet;

import dev.tolerant.api.Answer;
import dev.tolerant.api.Sleep;
import dev.tolerant.api.StreamedAnswer;
import dev.tolerant.api.WatchEvent;
import dev.tolerant.engine.json.ItemStream.LineStream;
import dev.tolerant.thread.FewLines;
import java.io.IOException;
import java.time.Duration;

/** Watches for new pods, and for changes of those that were set aside, from the version of a list on. */
final class PodWatch {
    private static final long MAX_PAUSE_SECONDS = 15;
    private static final long MAX_ASKED_SECONDS = 60;

    private final Pods pods;
    private final Survey survey;
    private final Schedule schedule;
    private final Sleep sleep;
    private final FewLines complaints;

    // Guarded by this: the version up to which all new pods have been seen; empty if the next list has to tell.
    private String seen = "";

    PodWatch(Pods pods, Survey survey, Schedule schedule, Sleep sleep, FewLines complaints) {
        this.pods = pods;
        this.survey = survey;
        this.schedule = schedule;
        this.sleep = sleep;
        this.complaints = complaints;
    }

    /** Watches until the thread is interrupted. */
    void run() throws InterruptedException {
        long pause = 1;
        while (!Thread.currentThread().isInterrupted()) {
            String from = await();
            long asked = 0;
            try (StreamedAnswer answer = pods.watch(from)) {
                if (answer.isSuccess()) {
                    read(new LineStream(answer.body()));
                } else {
                    Answer refusal = answer.read();
                    asked = Math.min(refusal.retryAfterSeconds(), MAX_ASKED_SECONDS);
                    refused(refusal);
                }
            } catch (IOException broken) {
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
                complaints.warn("the watch of pods is down, and will be opened again: " + broken.getMessage());
            }
            // One that ends in time has told at least a bookmark.
            pause = version().equals(from) ? Math.min(2 * pause, MAX_PAUSE_SECONDS) : 1;
            sleep.sleep(Duration.ofSeconds(Math.max(pause, asked)));
        }
    }

    private void read(LineStream lines) throws IOException {
        for (byte[] line = lines.next(); line != null; line = lines.next()) {
            WatchEvent event = WatchEvent.read(line);
            if (event.isExpired()) {
                forget();
                return;
            }
            if (event.isError()) {
                throw new IOException("the API server ends it with an error " + event.code());
            }
            switch (event.type()) {
                case "ADDED" -> survey.added(event.object());
                case "MODIFIED" -> survey.changed(pod(event), event.object());
                case "DELETED" -> survey.deleted(pod(event));
                default -> {
                    // A bookmark has nothing but its version.
                }
            }
            seen(event.resourceVersion());
        }
    }

    private static PodKey pod(WatchEvent event) {
        return new PodKey(event.namespace(), event.name());
    }

    private void refused(Answer answer) throws IOException {
        if (answer.isExpired()) {
            forget();
            return;
        }
        throw new IOException("the API server answers with " + answer.words("watch of pods"));
    }

    private void forget() {
        seen("");
        schedule.lostWatch();
    }

    /** A list of all pods began at this version, from which a watch without another one begins. */
    synchronized void listed(String version) {
        if (seen.isEmpty()) {
            seen(version);
        }
    }

    private synchronized void seen(String version) {
        seen = version;
        notifyAll();
    }

    private synchronized String await() throws InterruptedException {
        while (seen.isEmpty()) {
            wait();
        }
        return seen;
    }

    private synchronized String version() {
        return seen;
    }
}

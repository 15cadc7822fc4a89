package dev.tolerant.server.fleet;

import dev.tolerant.api.Answer;
import dev.tolerant.engine.decision.OneLine;
import dev.tolerant.server.fleet.Notes.Note;
import dev.tolerant.thread.FewLines;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.UnaryOperator;

/** Tells owners of pods and policies what the keeper did or found, as Events of the cluster. */
final class ClusterEvents {
    /** How many Events are written at once. */
    static final int AT_ONCE = 10;

    private static final String SOURCE = "tolerant-fleet";
    /** Events about what has no namespace are in this one. */
    private static final String DEFAULT = "default";

    private static final int MAX_MESSAGE = 1024;
    /** Where pods are changed all the time, nobody has to wait for longer. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final KubernetesClient client;
    private final Notes notes;
    private final UnaryOperator<String> uids;
    private final String instance;
    private final FewLines complaints;
    private final Clock clock;

    // Touched by the caller of write() alone.
    private Instant written;

    /**
     * @param uids the UID of a policy, without which {@code kubectl describe} does not show its Events; empty if it is unknown
     * @param instance names this replica
     */
    ClusterEvents(
            KubernetesClient client,
            Notes notes,
            UnaryOperator<String> uids,
            String instance,
            FewLines complaints,
            Clock clock) {
        this.client = client;
        this.notes = notes;
        this.uids = uids;
        this.instance = instance;
        this.complaints = complaints;
        this.clock = clock;
        this.written = clock.instant();
    }

    /**
     * Writes a few of the notes that there are, unless more will be added to them; to be called every second or so.
     *
     * @param busy whether pods are being found or changed
     */
    void write(boolean busy) {
        Instant now = clock.instant();
        if (busy && !notes.isFull() && now.isBefore(written.plus(LONGEST))) {
            return;
        }
        written = busy ? written : now;
        for (Note note : notes.take(AT_ONCE)) {
            try {
                var ignored = client.v1().events().resource(event(note)).create();
            } catch (KubernetesClientException refused) {
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
                String wayOut = Answer.lacksRight(refused.getMessage()) ? ": grant create of events" : "";
                complaints.warn("an Event about " + note.about().kind() + " "
                        + note.about().name() + " could not be written" + wayOut + " (" + OneLine.logged(refused)
                        + ")");
            }
        }
    }

    private Event event(Note note) {
        About about = note.about();
        String uid = about.isPolicy() ? uids.apply(about.name()) : about.uid();
        String now = Instant.now(clock).truncatedTo(ChronoUnit.SECONDS).toString();
        return new EventBuilder()
                .withNewMetadata()
                .withGenerateName(SOURCE + "-")
                .withNamespace(about.namespace().isEmpty() ? DEFAULT : about.namespace())
                .endMetadata()
                .withNewInvolvedObject()
                .withApiVersion(about.apiVersion())
                .withKind(about.kind())
                .withNamespace(about.namespace().isEmpty() ? null : about.namespace())
                .withName(about.name())
                .withUid(uid.isEmpty() ? null : uid)
                .endInvolvedObject()
                .withType(note.isWarning() ? "Warning" : "Normal")
                .withReason(note.reason())
                .withMessage(OneLine.of(note.message(), MAX_MESSAGE))
                .withNewSource()
                .withComponent(SOURCE)
                .endSource()
                .withReportingComponent(SOURCE)
                .withReportingInstance(instance)
                .withFirstTimestamp(now)
                .withLastTimestamp(now)
                .withCount(1)
                .build();
    }
}

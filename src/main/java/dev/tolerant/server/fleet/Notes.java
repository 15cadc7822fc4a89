package dev.tolerant.server.fleet;

import dev.tolerant.engine.decision.RuleId;
import dev.tolerant.engine.review.StoredPod;
import dev.tolerant.observed.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What there is to say to the owners of pods and policies, one note each, however many pods it is about. */
final class Notes {
    /** What exceeds it is counted in the metrics alone. */
    static final int CAPACITY = 1000;

    private final boolean enforces;

    // Guarded by this.
    private final Map<About, Note> byObject = new LinkedHashMap<>();

    /** {@code enforces} is whether the keeper changes pods. */
    Notes(boolean enforces) {
        this.enforces = enforces;
    }

    /**
     * A note for an Event.
     *
     * @param isWarning whether somebody should do something
     */
    record Note(
            About about, String reason, boolean isWarning, int pods, String first, Set<String> rules, String detail) {

        String message() {
            String number = pods == 1 ? "pod " + first : pods + " pods, " + first + " among them,";
            return switch (reason) {
                case "TolerationsChanged" ->
                    "changed tolerations of " + number + " as " + String.join(", ", rules) + " would for new ones";
                case "TolerationsWouldChange" ->
                    "would change tolerations of " + number + " as " + String.join(", ", rules) + " would for new ones";
                default -> number + " would be refused as new: " + detail;
            };
        }

        private Note with(Note more) {
            Set<String> all = new TreeSet<>(rules);
            all.addAll(more.rules);
            return new Note(about, reason, isWarning, pods + more.pods, first, all, detail);
        }
    }

    /** A list or watch has brought the pod. */
    void found(StoredPod pod, Verdict verdict) {
        if (verdict instanceof Verdict.Violation violation && violation.rule().isPolicy()) {
            String policy = violation.rule().policy();
            add(new Note(
                    About.policy(policy), "PodsViolatePolicy", true, 1, name(pod), Set.of(), violation.sentence()));
        } else if (!enforces && verdict instanceof Verdict.Change change) {
            add(ofOwner(pod, "TolerationsWouldChange", change));
        }
    }

    /** The keeper has changed the pod. */
    void changed(StoredPod pod, Verdict.Change change) {
        add(ofOwner(pod, "TolerationsChanged", change));
    }

    private static Note ofOwner(StoredPod pod, String reason, Verdict.Change change) {
        Set<String> rules =
                change.rules().stream().map(RuleId::toString).collect(Collectors.toCollection(TreeSet::new));
        return new Note(About.ownerOf(pod), reason, false, 1, name(pod), rules, "");
    }

    private static String name(StoredPod pod) {
        return pod.namespace() + "/" + pod.name();
    }

    private synchronized void add(Note note) {
        @Nullable Note before = byObject.get(note.about());
        if (before != null || byObject.size() < CAPACITY) {
            byObject.put(note.about(), before == null ? note : before.with(note));
        }
    }

    synchronized boolean isFull() {
        return byObject.size() >= CAPACITY;
    }

    /** Takes up to so many notes, the first first. */
    synchronized List<Note> take(int number) {
        List<Note> taken = new ArrayList<>(byObject.values()).subList(0, Math.min(number, byObject.size()));
        taken.forEach(note -> byObject.remove(note.about()));
        return taken;
    }
}

package dev.tolerant.tools.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.tolerant.observed.objects.Owners;
import dev.tolerant.tools.drill.DrillAnswer.DrilledPod;
import dev.tolerant.tools.drill.DrillAnswer.Outcome;
import dev.tolerant.tools.drill.DrillAnswer.Replacement;
import dev.tolerant.tools.drill.DrillAnswer.State;
import dev.tolerant.tools.drill.ZoneLimits.Span;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A Job's reaction to evictions: each counts as failed (pkg/controller/job, isPodFailed), unless its policy says no. */
record JobFailures(JsonNode job, JsonNode spec, JsonNode status) {
    /** The default of a Job. */
    private static final int BACKOFF_LIMIT = 6;
    /** The exit code of a container that does not handle the signal. */
    private static final int SIGTERM = 143;

    private static final long BACK_OFF_SECONDS = 10;
    private static final long LONGEST_BACK_OFF_SECONDS = 600;

    /** For people, where a back-off is part of an answer. */
    static final String BACK_OFF = "A Job makes a pod again " + BACK_OFF_SECONDS
            + "s after the first failure, and waits twice as long after each further one since its last success, "
            + Span.text(LONGEST_BACK_OFF_SECONDS).substring(1) + " at most.";

    private static final String ON_SIGTERM = "if its containers end by SIGTERM (exit code " + SIGTERM + ")";
    private static final String FAILURES_OF_INDEX = "batch.kubernetes.io/job-index-failure-count";
    private static final String JOB_CONTROLLER = "kubernetes.io/job-controller";

    /** The job is a missing node for pods that no Job makes. */
    JobFailures(JsonNode job) {
        this(job, job.path("spec"), job.path("status"));
    }

    private enum Effect {
        IGNORED,
        COUNTED,
        INDEX_FAILS,
        JOB_FAILS
    }

    /** {@code ofCode} if an exit code decides; {@code ofIndex} are the failures of its index, where the Job counts so. */
    private record Fate(DrilledPod pod, Effect effect, boolean ofCode, String because, long ofIndex) {}

    /**
     * The next pod, or the reason why the Job makes none.
     *
     * @param evicted those that end, or count before they end
     * @param replicas the number of pods that the Job has now
     * @param next what becomes of a pod that it makes
     */
    Replacement to(List<DrilledPod> evicted, int replicas, Replacement next) {
        if (!spec.isObject()) {
            return next;
        }
        String manager = spec.path("managedBy").asText(JOB_CONTROLLER);
        if (!manager.equals(JOB_CONTROLLER)) {
            return none("what comes next is up to " + manager + ", which spec.managedBy names", true);
        }
        List<Fate> fates = evicted.stream().map(this::fate).toList();
        List<Fate> fatal = of(Effect.JOB_FAILS, fates);
        if (!fatal.isEmpty()) {
            return failure("its Job fails", fatal.get(0).because(), fatal.subList(0, 1));
        }
        List<Fate> counted =
                fates.stream().filter(fate -> fate.effect() != Effect.IGNORED).toList();
        int limit = spec.path("backoffLimit").asInt(hasIndexLimit() ? Integer.MAX_VALUE : BACKOFF_LIMIT);
        if (!counted.isEmpty() && status.path("failed").asLong() + counted.size() > limit) {
            return failure("its Job fails", "spec.backoffLimit is " + limit, counted);
        }
        List<Fate> indexes = of(Effect.INDEX_FAILS, fates);
        long failed = count(status.path("failedIndexes").asText());
        int most = spec.path("maxFailedIndexes").asInt(Integer.MAX_VALUE);
        if (!indexes.isEmpty() && failed + indexes.size() > most) {
            return failure("its Job fails", "spec.maxFailedIndexes is " + most, indexes);
        }
        if (indexes.isEmpty() || indexes.size() < fates.size()) {
            boolean ofCode = fates.stream().anyMatch(Fate::ofCode);
            return next.given(ofCode ? ON_SIGTERM + ", " : "", backOff(of(Effect.COUNTED, fates)));
        }
        // Pods that have no node yet are active too.
        long active = Math.max(replicas, status.path("active").asLong());
        long waiting =
                spec.path("completions").asLong() - status.path("succeeded").asLong() - failed - active;
        if (waiting > 0) {
            return next.given("for another index, ", Span.NONE);
        }
        String fails = indexes.size() == 1 ? "its index fails" : "their indexes fail";
        String because =
                indexes.get(0).because() + (active > replicas ? ", and its Job goes on with another index" : "");
        return none(sentence(fails, because, indexes), active > replicas);
    }

    /** After the eviction of the first pod, or of all that leave with it (backoff_utils.go, getRemainingTime). */
    private Span backOff(List<Fate> counted) {
        if (counted.isEmpty()) {
            return Span.NONE;
        }
        if (hasIndexLimit()) {
            long fewest = counted.stream().mapToLong(Fate::ofIndex).min().getAsLong();
            return new Span(backOff(fewest), backOff(fewest));
        }
        Span first = counted.stream()
                .map(fate -> Objects.requireNonNull(fate.pod().leavesIn()))
                .min(Comparator.comparingLong(Span::latest))
                .get();
        long together = counted.stream()
                .filter(fate -> first.equals(fate.pod().leavesIn()))
                .count();
        return new Span(backOff(together), backOff(status.path("failed").asLong() + counted.size()));
    }

    private static long backOff(long failures) {
        long seconds = BACK_OFF_SECONDS;
        for (long more = 1; more < failures && seconds < LONGEST_BACK_OFF_SECONDS; more++) {
            seconds *= 2;
        }
        return Math.min(seconds, LONGEST_BACK_OFF_SECONDS);
    }

    private static List<Fate> of(Effect effect, List<Fate> fates) {
        return fates.stream().filter(fate -> fate.effect() == effect).toList();
    }

    /** Whatever made the Job, but for a CronJob, may start it again. */
    private Replacement failure(String fails, String because, List<Fate> by) {
        Optional<String> next = Owners.controllerIn(job)
                .filter(owner -> !owner.kind().equals("CronJob"))
                .map(owner -> ", and what comes next is up to " + owner.kind() + " " + owner.name());
        return none(sentence(fails, because, by) + next.orElse(""), next.isPresent());
    }

    /** {@code isOpen} if something else may make a pod all the same. */
    private static Replacement none(String failure, boolean isOpen) {
        return Replacement.without(isOpen ? Outcome.UNKNOWN : Outcome.NOT_MADE, failure);
    }

    private static String sentence(String fails, String because, List<Fate> by) {
        boolean ofCode = by.stream().anyMatch(Fate::ofCode);
        return fails + ", because " + because + (ofCode ? ", " + ON_SIGTERM : "");
    }

    private Fate fate(DrilledPod pod) {
        JsonNode rule = rule(pod);
        boolean ofCode = rule.has("onExitCodes");
        String action = rule.path("action").asText();
        String because = "the action of spec.podFailurePolicy is " + action;
        return switch (action) {
            case "Ignore" -> new Fate(pod, Effect.IGNORED, ofCode, because, 0);
            case "FailJob" -> new Fate(pod, Effect.JOB_FAILS, ofCode, because, 0);
            case "FailIndex" -> new Fate(pod, Effect.INDEX_FAILS, ofCode, because, 0);
            default -> counted(pod, ofCode);
        };
    }

    private Fate counted(DrilledPod pod, boolean ofCode) {
        JsonNode object = pod.pod().object().manifest().object();
        int limit = spec.path("backoffLimitPerIndex").asInt();
        long failures =
                object.at("/metadata/annotations").path(FAILURES_OF_INDEX).asLong() + 1;
        return hasIndexLimit() && failures > limit
                ? new Fate(pod, Effect.INDEX_FAILS, ofCode, "spec.backoffLimitPerIndex is " + limit, failures)
                : new Fate(pod, Effect.COUNTED, ofCode, "", failures);
    }

    private boolean hasIndexLimit() {
        return spec.path("backoffLimitPerIndex").isNumber();
    }

    /** The first that matches the pod (pkg/controller/job/pod_failure_policy.go); a missing node if none does. */
    private JsonNode rule(DrilledPod pod) {
        for (JsonNode rule : spec.at("/podFailurePolicy/rules")) {
            boolean ofConditions = rule.path("onPodConditions")
                    .valueStream()
                    .anyMatch(condition -> condition.path("type").asText().equals("DisruptionTarget")
                            && condition.path("status").asText("True").equals("True"));
            if (ofConditions || matches(rule.path("onExitCodes"), pod)) {
                return rule;
            }
        }
        return MissingNode.getInstance();
    }

    /** Only a kubelet reports exit codes; podgc, which deletes pods of nodes that are out of service, reports none (gc_controller.go). */
    private static boolean matches(JsonNode codes, DrilledPod pod) {
        if (!codes.isObject() || pod.state() != State.EVICTED) {
            return false;
        }
        String container = codes.path("containerName").asText("");
        boolean has = container.isEmpty() || endingBySignal(pod).anyMatch(container::equals);
        boolean isIn = codes.path("values").valueStream().anyMatch(code -> code.asInt() == SIGTERM);
        return has && isIn == codes.path("operator").asText().equals("In");
    }

    /** The names of its containers and sidecars; other init containers have ended before, with exit code 0, which no rule matches. */
    private static Stream<String> endingBySignal(DrilledPod pod) {
        JsonNode ofPod = pod.pod().object().manifest().object().path("spec");
        Stream<JsonNode> sidecars = ofPod.path("initContainers")
                .valueStream()
                .filter(each -> each.path("restartPolicy").asText().equals("Always"));
        return Stream.concat(ofPod.path("containers").valueStream(), sidecars)
                .map(each -> each.path("name").asText());
    }

    /** Counts the indexes of a text such as {@code 1,3-5}. */
    private static long count(String indexes) {
        long count = 0;
        for (String part : indexes.split(",")) {
            String[] ends = part.split("-");
            try {
                count += Long.parseLong(ends[ends.length - 1]) - Long.parseLong(ends[0]) + 1;
            } catch (NumberFormatException unreadable) {
                continue;
            }
        }
        return count;
    }
}

package dev.tolerant.tools.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.tolerant.tools.drill.DrillAnswer.DrilledPod;
import dev.tolerant.tools.drill.DrillAnswer.State;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Whether a Job makes new pods after some were evicted: each counts as failed (pkg/controller/job, isPodFailed), unless the Job's
 * failure policy says otherwise.
 */
final class JobFailures {
    /** The default of a Job. */
    private static final int BACKOFF_LIMIT = 6;
    /** The exit code of a container that does not handle the signal. */
    private static final int SIGTERM = 143;

    private static final String ON_SIGTERM = "if its containers end by SIGTERM (exit code " + SIGTERM + ")";
    private static final String FAILURES_OF_INDEX = "batch.kubernetes.io/job-index-failure-count";

    private final JsonNode spec;
    private final JsonNode status;

    /** @param job a missing node for pods that no Job makes */
    JobFailures(JsonNode job) {
        this.spec = job.path("spec");
        this.status = job.path("status");
    }

    /**
     * The Job's reaction.
     *
     * @param failure why it makes no new pod; empty if it makes one
     * @param proviso when or for what it makes one, as the beginning of a sentence; empty if it does in any case
     */
    record Answer(String failure, String proviso) {
        static final Answer MAKES = new Answer("", "");
    }

    /** The Job's verdict on one failed pod. */
    private enum Effect {
        IGNORED,
        COUNTED,
        INDEX_FAILS,
        JOB_FAILS
    }

    /**
     * The Job's judgement of one failed pod.
     *
     * @param ofCode whether an exit code decides
     */
    private record Fate(Effect effect, boolean ofCode, String because) {}

    /**
     * @param evicted those of its pods that end, or count before they end
     * @param replicas how many pods it has now
     */
    Answer to(List<DrilledPod> evicted, int replicas) {
        if (!spec.isObject()) {
            return Answer.MAKES;
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
            return fates.stream().anyMatch(Fate::ofCode) ? new Answer("", ON_SIGTERM + ", ") : Answer.MAKES;
        }
        long waiting =
                spec.path("completions").asLong() - status.path("succeeded").asLong() - failed - replicas;
        return waiting > 0
                ? new Answer("", "for another index, ")
                : failure(
                        indexes.size() == 1 ? "its index fails" : "their indexes fail",
                        indexes.get(0).because(),
                        indexes);
    }

    private static List<Fate> of(Effect effect, List<Fate> fates) {
        return fates.stream().filter(fate -> fate.effect() == effect).toList();
    }

    private static Answer failure(String fails, String because, List<Fate> by) {
        boolean ofCode = by.stream().anyMatch(Fate::ofCode);
        return new Answer(fails + ", because " + because + (ofCode ? ", " + ON_SIGTERM : ""), "");
    }

    private Fate fate(DrilledPod pod) {
        JsonNode rule = rule(pod);
        boolean ofCode = rule.has("onExitCodes");
        String action = rule.path("action").asText();
        String because = "the action of spec.podFailurePolicy is " + action;
        return switch (action) {
            case "Ignore" -> new Fate(Effect.IGNORED, ofCode, because);
            case "FailJob" -> new Fate(Effect.JOB_FAILS, ofCode, because);
            case "FailIndex" -> new Fate(Effect.INDEX_FAILS, ofCode, because);
            default -> counted(pod, ofCode);
        };
    }

    private Fate counted(DrilledPod pod, boolean ofCode) {
        JsonNode object = pod.pod().object().manifest().object();
        int limit = spec.path("backoffLimitPerIndex").asInt();
        long failures =
                object.at("/metadata/annotations").path(FAILURES_OF_INDEX).asLong() + 1;
        return hasIndexLimit() && failures > limit
                ? new Fate(Effect.INDEX_FAILS, ofCode, "spec.backoffLimitPerIndex is " + limit)
                : new Fate(Effect.COUNTED, ofCode, "");
    }

    private boolean hasIndexLimit() {
        return spec.path("backoffLimitPerIndex").isNumber();
    }

    /** The first rule that matches the pod (pkg/controller/job/pod_failure_policy.go); a missing node if none does. */
    private JsonNode rule(DrilledPod pod) {
        for (JsonNode rule : spec.at("/podFailurePolicy/rules")) {
            boolean ofConditions = elements(rule.path("onPodConditions"))
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
        boolean isIn = elements(codes.path("values")).anyMatch(code -> code.asInt() == SIGTERM);
        return has && isIn == codes.path("operator").asText().equals("In");
    }

    /** The names of its containers and sidecars; other init containers have ended before, with exit code 0, which no rule matches. */
    private static Stream<String> endingBySignal(DrilledPod pod) {
        JsonNode ofPod = pod.pod().object().manifest().object().path("spec");
        Stream<JsonNode> sidecars = elements(ofPod.path("initContainers"))
                .filter(each -> each.path("restartPolicy").asText().equals("Always"));
        return Stream.concat(elements(ofPod.path("containers")), sidecars)
                .map(each -> each.path("name").asText());
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    /** How many indexes a text such as {@code 1,3-5} names. */
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

package dev.tolerant.server.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.PolicyReader.CheckedPolicy;
import dev.tolerant.engine.crd.RememberedPool;
import dev.tolerant.engine.policy.KnownPool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.policy.Pool.PoolTaints;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.observed.findings.PolicyFinding;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The status that a policy should have: whether it is in use, why not, what is known of its nodes, and whether it dedicates them only
 * by half. What the status says that this version does not know stays, because a later version may have written it.
 *
 * @param object as the cluster has it, with the status that another replica or another version may have written
 * @param compiled null if there is no memory for the policy, and nothing of it is known
 * @param pool null if the policy names no nodes
 * @param notReserved null if what it reserves is in force, or it reserves nothing
 * @param closed the first taint that it gives a toleration of and others reserve; null if there is none
 * @param injections null if the API server is to give nothing by itself
 * @param inVain null while that is not known, so that what is said already stays
 */
record PolicyStatus(
        ObjectNode object,
        @Nullable CheckedPolicy compiled,
        @Nullable PoolState pool,
        @Nullable Fault notReserved,
        Reservations.@Nullable Entry closed,
        @Nullable Injections injections,
        WhileAway whileAway,
        @Nullable List<PolicyFinding> inVain) {

    private static final String ACCEPTED = "Accepted";
    private static final String NODES_KNOWN = "NodesKnown";
    private static final String HALF_DEDICATED = "HalfDedicated";
    private static final String GIVEN_WHILE_AWAY = "GivenWhileAway";
    private static final String SELECTS_NOTHING = "SelectsNothing";
    /** Conditions of other types come from a later version, and are left to it. */
    private static final Set<String> TYPES =
            Set.of(ACCEPTED, NODES_KNOWN, HALF_DEDICATED, GIVEN_WHILE_AWAY, SELECTS_NOTHING);

    private static final String HOLDS = "True";
    private static final String FAILS = "False";
    private static final String TOO_MANY = "TooManyTaints";
    /** The leader may not have seen the good version that another replica uses. */
    private static final String KEPT = "; the last good version, if there was one, stays in use";

    private static final String NO_ROOM =
            "the program has no memory for this version of the policy, so nothing of it is in use" + KEPT
                    + "; raise the heap (-Xmx in jvm.options) and resources.limits.memory of the chart";

    private static final String GENERATION = "observedGeneration";
    private static final String GENERATION_OF_SPEC = "/metadata/generation";
    private static final String CONDITIONS = "conditions";
    private static final String NODES = "nodes";
    private static final int MAX_MESSAGE = 1024;

    /** The trouble is what the API server answers of nodes or NodePools that are refused or failing, with what to do. */
    record PoolState(KnownPool pool, boolean watched, Optional<String> trouble) {}

    /** The reason why a policy is not in use as written: one word, for a condition, and a sentence. */
    record Fault(String reason, String message) {
        static final Fault TOO_MANY_RESERVATIONS = notReserved(
                "TooManyReservations",
                "what policies reserve together is more than an API server can judge a pod by: reserve fewer taints, or exempt fewer"
                        + " names");
        private static final String MISSING = "ReservationsMissing";

        /** Nothing that policies reserve is in force, which is logged once for all. */
        static Fault reservationsMissing(String why) {
            return notReserved(MISSING, why);
        }

        private static Fault notReserved(String reason, String why) {
            return new Fault(reason, why + "; what this policy reserves is not in force, and all else in it is");
        }
    }

    /** Its status is {@code True}, {@code False} or {@code Unknown}, its reason one word. */
    private record Condition(String type, String status, String reason, String message) {
        Condition {
            message = OneLine.of(message, MAX_MESSAGE);
        }
    }

    /** For a policy for whose generation there is no memory. */
    static PolicyStatus leftOut(String name, JsonNode generation) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.putObject("metadata").put("name", name).set("generation", generation);
        return new PolicyStatus(object, null, null, null, null, null, WhileAway.CURRENT, null);
    }

    /** True where there is no memory for the policy, so that the status writer has to ask for the rest of it. */
    boolean isLeftOut() {
        return compiled == null;
    }

    /** True for the same version of what users wrote. */
    boolean isAbout(ObjectNode now) {
        return now.at(GENERATION_OF_SPEC).equals(object.at(GENERATION_OF_SPEC));
    }

    String name() {
        return object.path("metadata").path("name").asText();
    }

    /**
     * The status that the leader should give the policy, as the cluster has it now; empty if it says all of that already, or the
     * policy itself has changed.
     */
    Optional<ObjectNode> difference(ObjectNode now, Clock clock) {
        return isAbout(now)
                ? new PolicyStatus(now, compiled, pool, notReserved, closed, injections, whileAway, inVain)
                        .difference(clock)
                : Optional.empty();
    }

    private Optional<ObjectNode> difference(Clock clock) {
        List<Condition> conditions = conditions();
        Optional<RememberedPool> nodes = nodes();
        return says(conditions, nodes) ? Optional.empty() : Optional.of(with(conditions, nodes, clock));
    }

    private List<Condition> conditions() {
        List<Condition> conditions = new ArrayList<>();
        conditions.add(accepted());
        givenWhileAway().ifPresent(conditions::add);
        Policy policy = policy();
        if (policy != null) {
            selectsNothing().ifPresent(conditions::add);
        }
        if (policy == null || pool == null || policy.pool() == null) {
            return conditions;
        }
        if (!isPoolClear()) {
            stored(NODES_KNOWN).ifPresent(conditions::add);
            stored(HALF_DEDICATED).ifPresent(conditions::add);
            return conditions;
        }
        conditions.add(nodesKnown(pool));
        String half = pool.pool().missingTolerations(policy.with(pool.pool())::gives);
        if (half != null) {
            conditions.add(new Condition(HALF_DEDICATED, HOLDS, "OneSideOnly", half));
        }
        return conditions;
    }

    /** False where there is nothing to say of the nodes of this moment: then what is said already stays. */
    private boolean isPoolClear() {
        return pool != null && (pool.watched() || pool.trouble().isPresent());
    }

    private @Nullable Policy policy() {
        return compiled == null ? null : compiled.policy();
    }

    /** True while the policy is in use as it is written. */
    boolean isUsable() {
        return compiled != null && faults(compiled).isEmpty();
    }

    /** Sentences about this policy alone for the log; {@code hasGood} if a good version is in use here. */
    List<String> complaints(boolean hasGood) {
        if (compiled == null) {
            return List.of();
        }
        String title = "TolerationPolicy " + name();
        boolean isReadable = compiled.policy() != null;
        String before = isReadable ? ": " : " cannot be used: ";
        String after = isReadable || !hasGood ? "" : "; its last good version stays in use";
        return faults(compiled).stream()
                .filter(fault -> !fault.reason().equals(Fault.MISSING))
                .map(fault -> title + before + fault.message() + after)
                .toList();
    }

    /** The gravest first; none if the policy is in use as it is written. */
    private List<Fault> faults(CheckedPolicy read) {
        Policy policy = read.policy();
        if (policy == null) {
            return List.of(new Fault(read.reason(), read.sentences()));
        }
        Pool named = policy.pool();
        return Stream.of(named == null ? Optional.<Fault>empty() : poolProblem(named), Optional.ofNullable(notReserved))
                .flatMap(Optional::stream)
                .toList();
    }

    private Condition accepted() {
        if (compiled == null) {
            return new Condition(ACCEPTED, FAILS, "NoRoom", NO_ROOM);
        }
        List<Fault> faults = faults(compiled);
        Policy policy = compiled.policy();
        if (policy == null || !faults.isEmpty()) {
            Fault gravest = faults.get(0);
            return new Condition(ACCEPTED, FAILS, gravest.reason(), gravest.message() + (policy == null ? KEPT : ""));
        }
        String dangers = Stream.of(Optional.ofNullable(closed).map(this::words), atOnce(policy.nodeFailure()))
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; "));
        if (dangers.isEmpty()) {
            return new Condition(ACCEPTED, HOLDS, compiled.reason(), "the policy is in use");
        }
        return new Condition(
                ACCEPTED,
                HOLDS,
                closed == null ? "EvictsAtOnce" : "ReservedByOthers",
                "the policy is in use; beware: " + dangers);
    }

    /** Holds if its pods get all of it while no replica answers; empty if the API server is to give nothing by itself. */
    private Optional<Condition> givenWhileAway() {
        if (injections == null) {
            return whileAway.asked()
                    ? Optional.empty()
                    : notGiven(
                            "NotGiven",
                            "new pods get nothing: the API server gives nothing by itself (injections.enabled)");
        }
        if (!whileAway.isCurrent()) {
            return notGiven(whileAway.reason(), whileAway.effect());
        }
        String why = injections.staying().get(name());
        boolean isGiven = injections.policies().containsKey(name());
        if (why != null) {
            return notGiven(
                    isGiven ? "SecondsStay" : "Stays",
                    "new pods get " + (isGiven ? "all but the seconds" : "nothing") + " of this policy: " + why);
        }
        Policy policy = policy();
        if (isGiven && !whileAway.asked() && policy != null && policy.daemonSetTemplates()) {
            return notGiven("TemplatesStay", "new pods get all of this policy, and templates of DaemonSets nothing");
        }
        return isGiven
                ? Optional.of(new Condition(
                        GIVEN_WHILE_AWAY,
                        HOLDS,
                        "Whole",
                        "the API server gives new pods what this policy gives by itself"))
                : Optional.empty();
    }

    private Optional<Condition> notGiven(String reason, String gets) {
        return Optional.of(new Condition(GIVEN_WHILE_AWAY, FAILS, reason, whileAway.sentence(gets)));
    }

    /** Empty if everything exists that the policy names. */
    private Optional<Condition> selectsNothing() {
        if (inVain == null) {
            return stored(SELECTS_NOTHING);
        }
        return inVain.isEmpty()
                ? Optional.empty()
                : Optional.of(new Condition(
                        SELECTS_NOTHING,
                        HOLDS,
                        inVain.get(0).code().reason(),
                        inVain.stream().map(PolicyFinding::sentence).collect(Collectors.joining("; "))));
    }

    /** As known now, or when it was last known. */
    private Optional<Fault> poolProblem(Pool named) {
        if (!isPoolClear()) {
            return stored(ACCEPTED)
                    .filter(said -> TOO_MANY.equals(said.reason()))
                    .filter(said -> RememberedPool.in(object)
                            .filter(stored -> stored.isOf(named))
                            .isPresent())
                    .map(said -> new Fault(TOO_MANY, said.message()));
        }
        return Optional.ofNullable(pool)
                .map(state -> state.pool().tooManyTaints())
                .map(problem -> new Fault(TOO_MANY, problem));
    }

    private String words(Reservations.Entry entry) {
        PoolTaints gives = pool == null ? null : pool.pool().gives();
        boolean ofPool = gives != null && gives.all().stream().anyMatch(entry.taint()::includes);
        return "TolerationPolicy " + entry.openTo().get(0).policy() + " reserves taint " + entry.taint()
                + ", which this policy gives a toleration of: its pods in other namespaces "
                + (ofPool ? "get nothing of its pool, neither tolerations nor affinity" : "do not get it");
    }

    private static Optional<String> atOnce(Policy.NodeFailure seconds) {
        return Stream.of(
                        evicts(seconds.notReady(), "notReady", "not ready"),
                        evicts(seconds.unreachable(), "unreachable", "unreachable"))
                .flatMap(Optional::stream)
                .reduce((one, other) -> one + ", and " + other);
    }

    private static Optional<String> evicts(@Nullable TolerationSeconds seconds, String field, String state) {
        return seconds == null || !seconds.equals(TolerationSeconds.of(0))
                ? Optional.empty()
                : Optional.of("spec.nodeFailure." + field
                        + " is 0, which evicts the policy's pods at once from a node that becomes " + state);
    }

    private static Condition nodesKnown(PoolState state) {
        KnownPool pool = state.pool();
        String nothing = pool.givesNothingBecause();
        if (state.trouble().isPresent()) {
            String effect = nothing != null
                    ? nothing
                    : "not all nodes and NodePools can be read now, so pods tolerate the taints of those that can and what"
                            + " status.nodes remembers";
            return new Condition(
                    NODES_KNOWN,
                    FAILS,
                    "NotReadable",
                    effect + ": " + state.trouble().get());
        }
        String problem = pool.tooManyTaints();
        if (problem != null) {
            return new Condition(NODES_KNOWN, HOLDS, TOO_MANY, problem);
        }
        if (nothing != null) {
            return new Condition(NODES_KNOWN, FAILS, "NoNodesYet", nothing);
        }
        if (!pool.selected()) {
            return new Condition(
                    NODES_KNOWN,
                    HOLDS,
                    "NoNodes",
                    "spec.nodes.selector selects no node and no NodePool, so pods tolerate the taints of the last ones, which"
                            + " status.nodes remembers");
        }
        if (Objects.requireNonNull(pool.gives()).all().isEmpty()) {
            return new Condition(
                    NODES_KNOWN,
                    HOLDS,
                    "NoTaints",
                    "the selected nodes have no taint of the pool, so other pods can run there too");
        }
        return new Condition(
                NODES_KNOWN,
                HOLDS,
                "Read",
                "pods tolerate the pool's taints, which status.nodes lists, of the selected nodes and NodePools"
                        + room(pool));
    }

    /** Empty unless there are more values than there is room to remember. */
    private static String room(KnownPool pool) {
        KnownPool.Split split = pool.split();
        if (split == null) {
            return "";
        }
        int all = split.gives().size();
        int kept = RememberedPool.of(pool, PoolTaints.NONE).byValue().size();
        return kept == all ? "" : "; of " + all + " values there is room to remember " + kept;
    }

    /** The stored ones, while nothing is known or the policy cannot be read. */
    private Optional<RememberedPool> nodes() {
        Policy policy = policy();
        if (policy == null) {
            return RememberedPool.in(object);
        }
        Pool named = policy.pool();
        if (named == null) {
            return Optional.empty();
        }
        PoolTaints gives = pool != null && isPoolClear() ? pool.pool().gives() : null;
        if (pool == null || gives == null) {
            return RememberedPool.in(object).filter(stored -> stored.isOf(named));
        }
        return Optional.of(RememberedPool.of(pool.pool(), gives));
    }

    private JsonNode storedStatus() {
        return object.path("status");
    }

    private JsonNode storedCondition(String type) {
        for (JsonNode condition : storedStatus().path(CONDITIONS)) {
            if (condition.path("type").asText().equals(type)) {
                return condition;
            }
        }
        return MissingNode.getInstance();
    }

    private Optional<Condition> stored(String type) {
        JsonNode condition = storedCondition(type);
        return condition.isObject()
                ? Optional.of(new Condition(
                        type,
                        condition.path("status").asText(),
                        condition.path("reason").asText(),
                        condition.path("message").asText()))
                : Optional.empty();
    }

    private boolean says(List<Condition> conditions, Optional<RememberedPool> nodes) {
        JsonNode generation = object.at(GENERATION_OF_SPEC);
        Optional<RememberedPool> stored = RememberedPool.in(object);
        boolean isOfSameNodes = stored.map(RememberedPool::taints).equals(nodes.map(RememberedPool::taints))
                && stored.map(RememberedPool::byValue).equals(nodes.map(RememberedPool::byValue))
                && (nodes.isEmpty()
                        || stored.orElseThrow()
                                .selector()
                                .meansTheSameAs(nodes.get().selector()));
        return isOfSameNodes
                && isOf(generation, storedStatus())
                && TYPES.stream()
                                .filter(type -> storedCondition(type).isObject())
                                .count()
                        == conditions.size()
                && conditions.stream()
                        .allMatch(condition -> stored(condition.type()).equals(Optional.of(condition))
                                && isOf(generation, storedCondition(condition.type())));
    }

    private static boolean isOf(JsonNode generation, JsonNode said) {
        return said.path(GENERATION).isNumber() == generation.isNumber()
                && said.path(GENERATION).asLong() == generation.asLong();
    }

    private ObjectNode with(List<Condition> conditions, Optional<RememberedPool> nodes, Clock clock) {
        ObjectNode status =
                storedStatus() instanceof ObjectNode stored ? stored.deepCopy() : JsonNodeFactory.instance.objectNode();
        JsonNode generation = object.at(GENERATION_OF_SPEC);
        if (generation.isNumber()) {
            status.set(GENERATION, generation);
        }
        ArrayNode written = JsonNodeFactory.instance.arrayNode();
        for (Condition condition : conditions) {
            JsonNode before = storedCondition(condition.type());
            boolean stays = before.path("status").asText().equals(condition.status())
                    && before.path("lastTransitionTime").isTextual();
            Instant now = Instant.now(clock).truncatedTo(ChronoUnit.SECONDS);
            ObjectNode json = written.addObject()
                    .put("type", condition.type())
                    .put("status", condition.status())
                    .put("reason", condition.reason())
                    .put("message", condition.message())
                    .put(
                            "lastTransitionTime",
                            stays ? before.path("lastTransitionTime").asText() : now.toString());
            if (generation.isNumber()) {
                json.set(GENERATION, generation);
            }
        }
        for (JsonNode condition : storedStatus().path(CONDITIONS)) {
            if (!TYPES.contains(condition.path("type").asText())) {
                written.add(condition);
            }
        }
        status.set(CONDITIONS, written);
        status.remove(NODES);
        nodes.ifPresent(remembered -> status.set(NODES, remembered.json()));
        return status;
    }
}

package dev.tolerant.server.cluster;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.PolicyReader;
import dev.tolerant.engine.crd.PolicyReader.CheckedPolicy;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.model.OneLine;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Reservations;
import dev.tolerant.engine.model.Snapshot;
import dev.tolerant.engine.model.TolerationRules;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The policies of a cluster, in the last good version of each; publishes the whole set shortly after any of them changes,
 * and at most ten times a second.
 */
final class PolicyStore implements Reflector.Listener<ObjectNode> {
    private static final Logger LOG = Logger.getLogger(PolicyStore.class);

    private final TolerationRules rules;
    private final ScheduledExecutorService worker;
    private final CurrentSnapshot snapshot;
    private final StatusWriter status;
    private final SourceMetrics metrics;
    private final Publication look;
    private final Publication publication;
    private final Consumer<PolicySet> inForceNow;
    private final Consumer<StoredReservations.Wanted> reserved;
    private final Set<String> reportable = ConcurrentHashMap.newKeySet();

    // Touched by the worker alone.
    private final Pools pools;
    private final Set<String> curtailed = new HashSet<>();
    private final Map<String, Known> known = new HashMap<>();
    private final Map<String, Policy> good = new HashMap<>();
    private final Map<String, List<Problem>> rejected = new HashMap<>();
    private final Map<String, ObjectNode> unreported = new LinkedHashMap<>();
    private boolean onlyNodesChanged = true;

    private volatile Set<String> inForce = Set.of();
    private volatile boolean nodesInForce;

    /**
     * @param snapshot gets each new set, on the worker
     * @param whole whether these are all policies of the cluster, and the worker knows of every change in its last list
     * @param inForceNow receives each set of policies once reviews are decided with it
     * @param reserved receives what the guard should judge by, whenever that may have changed
     * @param nanos a monotonic clock, which the worker's delays keep to
     */
    PolicyStore(
            TolerationRules rules,
            ScheduledExecutorService worker,
            CurrentSnapshot snapshot,
            Predicate<Set<String>> whole,
            Pools pools,
            Consumer<PolicySet> inForceNow,
            Consumer<StoredReservations.Wanted> reserved,
            StatusWriter status,
            SourceMetrics metrics,
            LongSupplier nanos) {
        this.rules = rules;
        this.worker = worker;
        this.snapshot = snapshot;
        this.pools = pools;
        this.inForceNow = inForceNow;
        this.reserved = reserved;
        this.status = status;
        this.metrics = metrics;
        this.look = new Publication(worker, nanos, () -> true, this::lookAtNodes);
        this.publication =
                new Publication(worker, nanos, () -> onlyNodesChanged || whole.test(known.keySet()), this::publish);
    }

    /** What a policy said when it was last compiled, and what came of it. */
    private record Known(ObjectNode content, CheckedPolicy compiled) {}

    @Override
    public void changed(String name, @Nullable ObjectNode before, @Nullable ObjectNode now) {
        worker.execute(() -> {
            if (now == null) {
                remove(name);
            } else {
                put(name, now);
            }
        });
    }

    private void put(String name, ObjectNode object) {
        ObjectNode content = content(object);
        Known before = known.get(name);
        unreported.put(name, object);
        if (before != null && before.content().equals(content)) {
            Policy current = good.get(name);
            if (current != null && pools.put(current, StoredStatus.of(object).pool())) {
                publication.changed();
            } else if (!publication.isDue()) {
                report();
            }
            return;
        }
        CheckedPolicy result = PolicyReader.read(content, rules);
        known.put(name, new Known(content, result));
        if (result.policy() == null) {
            reject(name, result.problems());
        } else {
            rejected.remove(name);
            good.put(name, result.policy());
            pools.put(result.policy(), StoredStatus.of(object).pool());
        }
        onlyNodesChanged = false;
        publication.changed();
    }

    /** What the users wrote. Every write of status changes the object too, and a later version may write more there. */
    private static ObjectNode content(ObjectNode object) {
        ObjectNode content = object.deepCopy();
        content.remove("status");
        content.set("metadata", JsonNodeFactory.instance.objectNode().set("name", object.at("/metadata/name")));
        return content;
    }

    private void reject(String name, List<Problem> errors) {
        if (errors.equals(rejected.put(name, errors))) {
            return;
        }
        String kept = good.containsKey(name) ? "; its last good version stays in use" : "";
        String why = errors.stream().map(Problem::toString).collect(Collectors.joining("; "));
        LOG.warn(OneLine.logged("TolerationPolicy " + name + " cannot be used: " + why + kept));
        metrics.problem();
    }

    /** Whether all policies of these names have been compiled, and the result is in force. */
    boolean hasLookedAt(Collection<String> names) {
        return inForce.containsAll(names);
    }

    private void remove(String name) {
        known.remove(name);
        rejected.remove(name);
        good.remove(name);
        unreported.remove(name);
        pools.forget(name);
        curtailed.remove(name);
        reportable.remove(name);
        status.forget(name);
        onlyNodesChanged = false;
        publication.changed();
    }

    /** Has the policies' pools looked at again; returns at once, and many calls cost little more than one. */
    void nodesChanged() {
        worker.execute(look::changed);
    }

    /** The same, if there is something to say that no change of a node or NodePool has brought. */
    void lookAtSources() {
        worker.execute(() -> {
            if (pools.areOutdated()) {
                look.changed();
            }
        });
    }

    private void lookAtNodes() {
        Pools.News news = pools.look();
        news.policies().forEach(this::sayWhatIsWrong);
        reportable.addAll(news.policies());
        count();
        if (news.gives()) {
            publication.changed();
        } else if (!publication.isDue()) {
            nodesInForce = pools.areRead();
            reserve();
        }
    }

    private void count() {
        metrics.policies(good.size(), rejected.size() + curtailed.size());
    }

    private void sayWhatIsWrong(String name) {
        String problem = pools.problem(name);
        if (problem == null) {
            curtailed.remove(name);
        } else if (curtailed.add(name)) {
            LOG.warn(OneLine.logged("TolerationPolicy " + name + ": " + problem));
            metrics.problem();
        }
    }

    /** Whether the policies that are in force know the taints of their pools' nodes, if these can be known. */
    boolean areNodesInForce() {
        return nodesInForce;
    }

    /** The policies of whose nodes there is something else to say since the last call. */
    Set<String> takeReportable() {
        Set<String> taken = new HashSet<>(reportable);
        reportable.removeAll(taken);
        return taken;
    }

    private void publish() {
        onlyNodesChanged = true;
        count();
        boolean read = pools.areRead();
        decideWith(PolicySet.of(good.values().stream().map(pools::over).toList()));
        nodesInForce = read;
        inForce = Set.copyOf(known.keySet());
        report();
    }

    /** Has reviews decided with these policies from now on, and watched what they need. */
    private void decideWith(PolicySet policies) {
        Snapshot before = snapshot.current();
        Set<String> leftOut = policies.reservations().leftOut();
        sayWhatDoesNotFit(leftOut, before.policies().reservations().leftOut());
        reportWhatIsClosed(
                policies.reservations().closed(),
                before.policies().reservations().closed());
        snapshot.set(before.with(policies));
        inForceNow.accept(policies);
        reserve();
    }

    /** Has the guard judge by the policies in force, which know at most as much of their pools as is known now. */
    private void reserve() {
        Reservations.Compiled inForce = snapshot.current().policies().reservations();
        Set<String> unread = rejected.keySet().stream()
                .filter(name -> !good.containsKey(name))
                .collect(Collectors.toUnmodifiableSet());
        Map<String, Reservations.Insiders> unsettled = Reservations.Insiders.of(
                good.values(),
                policy -> pools.mayHaveMore(policy.name()) && !inForce.leftOut().contains(policy.name()));
        reserved.accept(new StoredReservations.Wanted(inForce.reservations(), unread, unsettled));
    }

    private void reportWhatIsClosed(Map<String, Reservations.Entry> now, Map<String, Reservations.Entry> before) {
        Stream.concat(now.keySet().stream(), before.keySet().stream())
                .filter(name -> !Objects.equals(now.get(name), before.get(name)))
                .forEach(reportable::add);
    }

    private void sayWhatDoesNotFit(Set<String> names, Set<String> before) {
        Set<String> changed = new HashSet<>(names);
        changed.addAll(before);
        changed.removeIf(name -> names.contains(name) && before.contains(name));
        reportable.addAll(changed);
        changed.stream().filter(names::contains).forEach(name -> {
            LOG.warn(OneLine.logged("TolerationPolicy " + name + ": " + PolicyStatus.TOO_MANY_RESERVATIONS));
            metrics.problem();
        });
    }

    /** Has the status of these policies, as the cluster has them now, written again where it differs. */
    void reportAgain(Map<String, ObjectNode> objects) {
        worker.execute(() -> {
            objects.forEach((name, object) -> {
                Known now = known.get(name);
                // Of others, a newer version is on its way to the worker, which reports on that.
                if (now != null && now.content().equals(content(object))) {
                    unreported.putIfAbsent(name, object);
                }
            });
            if (!publication.isDue()) {
                report();
            }
        });
    }

    /** Not before the policies are in force, because that is what the status says. */
    private void report() {
        Reservations.Compiled reservations = snapshot.current().policies().reservations();
        unreported.forEach((name, object) -> {
            Known now = known.get(name);
            if (now != null) {
                status.write(new PolicyReport(
                        object,
                        now.compiled(),
                        pools.of(name),
                        reservations.leftOut().contains(name),
                        reservations.closed().get(name)));
            }
        });
        unreported.clear();
    }
}

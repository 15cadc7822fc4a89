package dev.tolerant.cluster;

import dev.tolerant.core.decision.OneLine;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.policy.PolicySet;
import dev.tolerant.core.toleration.TolerationRules;
import dev.tolerant.crd.PolicyCompiler.Compiled;
import dev.tolerant.crd.PolicyReader;
import dev.tolerant.manifest.Problem;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/** The policies of a cluster, in the last good version of each; publishes the set shortly after any of them changes. */
final class PolicyStore implements ResourceEventHandler<GenericKubernetesResource> {
    private static final Logger LOG = Logger.getLogger(PolicyStore.class);
    private static final long GATHER_MILLIS = 20;
    private static final int MAX_LINE = 2000;

    private final TolerationRules rules;
    private final ScheduledExecutorService worker;
    private final Consumer<PolicySet> changed;
    private final BiConsumer<GenericKubernetesResource, Compiled> compiled;
    private final SourceMetrics metrics;

    // Touched by the worker alone.
    private final Map<String, Policy> good = new HashMap<>();
    private final Map<String, List<Problem>> rejected = new HashMap<>();
    private boolean scheduled;

    private volatile Set<String> inForce = Set.of();

    /** {@code changed} receives each new set, {@code compiled} each object with its result; both on the worker. */
    PolicyStore(
            TolerationRules rules,
            ScheduledExecutorService worker,
            Consumer<PolicySet> changed,
            BiConsumer<GenericKubernetesResource, Compiled> compiled,
            SourceMetrics metrics) {
        this.rules = rules;
        this.worker = worker;
        this.changed = changed;
        this.compiled = compiled;
        this.metrics = metrics;
    }

    @Override
    public void onAdd(GenericKubernetesResource policy) {
        worker.execute(() -> put(policy));
    }

    @Override
    public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource policy) {
        worker.execute(() -> put(policy));
    }

    @Override
    public void onDelete(GenericKubernetesResource policy, boolean finalStateUnknown) {
        worker.execute(() -> remove(policy.getMetadata().getName()));
    }

    private void put(GenericKubernetesResource object) {
        String name = object.getMetadata().getName();
        Compiled result = PolicyReader.read(object, rules);
        if (result.policy() == null) {
            reject(name, result.errors());
        } else {
            rejected.remove(name);
            good.put(name, result.policy());
        }
        schedule();
        compiled.accept(object, result);
    }

    private void reject(String name, List<Problem> errors) {
        if (errors.equals(rejected.put(name, errors))) {
            return;
        }
        String kept = good.containsKey(name) ? "; its last good version stays in use" : "";
        String why = errors.stream().map(Problem::toString).collect(Collectors.joining("; "));
        LOG.warn(OneLine.of("TolerationPolicy " + name + " cannot be used: " + why + kept, MAX_LINE));
        metrics.problem();
    }

    /** Whether all policies of these names have been compiled, and the result is in force. */
    boolean hasLookedAt(Collection<String> names) {
        return inForce.containsAll(names);
    }

    private void remove(String name) {
        rejected.remove(name);
        good.remove(name);
        schedule();
    }

    /** Collects the changes of a moment, so that a list of thousands is published once. */
    private void schedule() {
        if (!scheduled) {
            scheduled = true;
            worker.schedule(this::publish, GATHER_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void publish() {
        scheduled = false;
        metrics.policies(good.size(), rejected.size());
        changed.accept(PolicySet.of(good.values()));
        Set<String> seen = new HashSet<>(good.keySet());
        seen.addAll(rejected.keySet());
        inForce = seen;
    }
}

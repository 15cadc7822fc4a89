package dev.tolerant.server.cluster;

import dev.tolerant.engine.crd.NamespaceReader;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.TolerationRules;
import dev.tolerant.thread.FewLines;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/** The namespaces of a cluster, each read once when it changes. */
final class NamespaceStore implements ResourceEventHandler<Namespace> {
    private static final Logger LOG = Logger.getLogger(NamespaceStore.class);

    private final TolerationRules rules;
    private final Consumer<NamespaceFacts> read;
    private final SourceMetrics metrics;
    /** Whoever may annotate a namespace may do so all the time. */
    private final FewLines complaints = new FewLines(LOG, Duration.ofMinutes(1), System::nanoTime);

    private final Map<String, NamespaceFacts> namespaces = new ConcurrentHashMap<>();

    /** {@code read} receives the facts of each namespace that is new or has changed. */
    NamespaceStore(TolerationRules rules, Consumer<NamespaceFacts> read, SourceMetrics metrics) {
        this.rules = rules;
        this.read = read;
        this.metrics = metrics;
    }

    /** By name; changes as the cluster does. */
    Map<String, NamespaceFacts> namespaces() {
        return namespaces;
    }

    @Override
    public void onAdd(Namespace namespace) {
        put(namespace);
    }

    @Override
    public void onUpdate(Namespace before, Namespace namespace) {
        put(namespace);
    }

    @Override
    public void onDelete(Namespace namespace, boolean finalStateUnknown) {
        namespaces.remove(namespace.getMetadata().getName());
    }

    private void put(Namespace namespace) {
        NamespaceFacts facts = NamespaceReader.read(namespace, rules);
        NamespaceFacts before = namespaces.put(facts.name(), facts);
        read.accept(facts);
        for (String problem : facts.problems()) {
            if (before == null || !before.problems().contains(problem)) {
                complaints.warn(problem);
                metrics.problem();
            }
        }
    }
}

package dev.tolerant.cluster;

import dev.tolerant.core.decision.OneLine;
import dev.tolerant.crd.PolicyCompiler.Compiled;
import dev.tolerant.crd.TolerationPolicy;
import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Writes the status of policies where it differs, on a thread of its own, so that a slow API server delays nothing
 * else; of several replicas, the first to write wins.
 */
final class StatusWriter implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(StatusWriter.class);
    private static final ResourceDefinitionContext POLICIES =
            ResourceDefinitionContext.fromResourceType(TolerationPolicy.class);
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;
    private static final int MAX_LINE = 2000;
    private static final long RETRY_SECONDS = 30;

    private final KubernetesClient client;
    private final PolicyStatus status = new PolicyStatus(Clock.systemUTC());
    private final Map<String, Report> waiting = new ConcurrentHashMap<>();
    private final ScheduledExecutorService writer = DaemonThreads.single("tolerant-status");

    StatusWriter(KubernetesClient client) {
        this.client = client;
    }

    /** One policy whose status is due. */
    private record Report(GenericKubernetesResource object, Compiled compiled) {}

    /** Schedules the status to be written, unless the object has it already; of several reports the newest counts. */
    void write(GenericKubernetesResource object, Compiled compiled) {
        String name = object.getMetadata().getName();
        if (waiting.put(name, new Report(object, compiled)) == null) {
            writer.execute(() -> writeWaiting(name));
        }
    }

    private void writeWaiting(String name) {
        Report report = waiting.remove(name);
        if (report == null) {
            return;
        }
        try {
            status.missing(report.object(), report.compiled()).ifPresent(missing -> {
                // Not the typed object: the answer holds the spec, which need not fit the type.
                GenericKubernetesResource update = new GenericKubernetesResource();
                update.setApiVersion(report.object().getApiVersion());
                update.setKind(report.object().getKind());
                // The resourceVersion makes the write fail if anybody else was faster.
                update.setMetadata(new ObjectMetaBuilder()
                        .withName(name)
                        .withResourceVersion(report.object().getMetadata().getResourceVersion())
                        .build());
                update.setAdditionalProperty("status", missing);
                client.genericKubernetesResources(POLICIES).resource(update).updateStatus();
            });
        } catch (KubernetesClientException failed) {
            note(name, report, failed);
        }
    }

    /** A faster writer has caused an event, which brings a new report; anything else is retried. */
    private void note(String name, Report report, KubernetesClientException failed) {
        if (failed.getCode() == CONFLICT || failed.getCode() == NOT_FOUND) {
            LOG.debugf("the status of TolerationPolicy %s was not written: another writer was faster", name);
            return;
        }
        LOG.warnf(
                "the status of TolerationPolicy %s was not written, and will be retried in %d s: %s",
                name, RETRY_SECONDS, OneLine.of(String.valueOf(failed.getMessage()), MAX_LINE));
        if (waiting.putIfAbsent(name, report) == null) {
            writer.schedule(() -> writeWaiting(name), RETRY_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Override
    public void close() {
        writer.shutdownNow();
    }
}

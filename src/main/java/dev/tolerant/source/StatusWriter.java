package dev.tolerant.source;

import dev.tolerant.crd.PolicyCompiler.Compiled;
import dev.tolerant.crd.TolerationPolicy;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import org.jboss.logging.Logger;

/** Writes the status of policies where it differs; of several replicas the first one's write counts. */
final class StatusWriter {
    private static final Logger LOG = Logger.getLogger(StatusWriter.class);
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;

    private final KubernetesClient client;
    private final PolicyStatus status = new PolicyStatus(Clock.systemUTC());

    StatusWriter(KubernetesClient client) {
        this.client = client;
    }

    /** Writes, unless the object has the status already; a failure is logged, and made good with the next event. */
    void write(GenericKubernetesResource object, Compiled compiled) {
        status.missing(object, compiled).ifPresent(missing -> {
            TolerationPolicy update = new TolerationPolicy();
            // The resourceVersion makes the write fail if anybody else was faster.
            update.setMetadata(new ObjectMetaBuilder()
                    .withName(object.getMetadata().getName())
                    .withResourceVersion(object.getMetadata().getResourceVersion())
                    .build());
            update.setStatus(missing);
            try {
                client.resource(update).updateStatus();
            } catch (KubernetesClientException failed) {
                boolean overtaken = failed.getCode() == CONFLICT || failed.getCode() == NOT_FOUND;
                LOG.logf(
                        overtaken ? Logger.Level.DEBUG : Logger.Level.WARN,
                        "the status of TolerationPolicy %s was not written: %s",
                        object.getMetadata().getName(),
                        failed.getMessage());
            }
        });
    }
}

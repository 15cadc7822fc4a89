package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.model.PodFacts;
import java.util.List;

/** A pod as the DaemonSet controller makes it, before the webhook sees it. */
record MadePod(PodFacts pod, JsonNode tolerations) {

    static MadePod of(Manifest daemonSet) throws InvalidManifestException {
        AdmissionReview question = AdmissionReview.creation(
                daemonSet, Workload.DAEMON_SET.pod(daemonSet), AuthenticatedUser.ANYBODY, List.of());
        return new MadePod(question.pod(), question.request().at("/object/spec/tolerations"));
    }
}

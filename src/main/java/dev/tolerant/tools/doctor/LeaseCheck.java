package dev.tolerant.tools.doctor;

import dev.tolerant.observed.facts.Fact;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.settings.TolerantConfig.Source;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.List;

/** Whether there is the Lease by which the replicas elect their leader. */
final class LeaseCheck {
    private LeaseCheck() {}

    static Check check() {
        return new Check(Heading.RELEASE, "lease", "Lease", LeaseCheck::find, FactKind.CONFIG_MAP);
    }

    private static Finding find(Patient patient) throws UnansweredException {
        var cluster = patient.live();
        if (patient.settings().policies().source() == Source.NONE) {
            return Finding.passed("the program needs none, because policies.source is none");
        }
        List<Fact> maps = patient.all(FactKind.CONFIG_MAP);
        if (maps.isEmpty()) {
            throw new UnansweredException("no ConfigMap has the release's settings");
        }
        String namespace = maps.get(0).namespace();
        String name = patient.settings().lease();
        String title = "Lease " + namespace + "/" + name;
        try {
            String ignored = cluster.raw(
                    "/apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases/" + name, "GET", null);
            return Finding.passed(title + " is there, by which the replicas elect a leader");
        } catch (KubernetesClientException failed) {
            if (failed.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return Finding.failed(
                        title + " does not exist: no replica writes the status of policies or keeps running pods",
                        "run helm upgrade, which makes it");
            }
            throw UnansweredException.of(failed, "you may not get leases in namespace " + namespace);
        }
    }
}

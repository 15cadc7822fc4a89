package dev.tolerant.tools.doctor;

import dev.tolerant.observed.facts.Fact;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.settings.TolerantConfig.Source;
import dev.tolerant.tools.doctor.Check.Heading;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether there is the Lease by which the replicas elect their leader, and whether one of them holds it. */
final class LeaseCheck {
    /** Far longer than it takes another replica to follow a leader that died. */
    private static final Duration LONG = Duration.ofMinutes(1);

    private static final String NOBODY = ": no replica writes the status of policies or keeps running pods";

    private LeaseCheck() {}

    static Check check() {
        return new Check(Heading.RELEASE, "lease", "Lease", LeaseCheck::find, FactKind.CONFIG_MAP);
    }

    private static CheckResult find(Installation installation) throws UnansweredException {
        KubernetesClient cluster = installation.live();
        List<Fact> maps = installation.all(FactKind.CONFIG_MAP);
        if (maps.isEmpty()) {
            throw new UnansweredException("no ConfigMap has the release's settings");
        }
        if (!installation.settingsProblem().isEmpty()) {
            throw new UnansweredException("the release's settings, which name it, cannot be used");
        }
        Source source = installation.settings().policies().source();
        if (source == Source.NONE || source == Source.DIRECTORY) {
            return CheckResult.passed("the program needs none, because its policies do not come from the cluster");
        }
        String namespace = maps.get(0).namespace();
        String name = installation.settings().lease();
        String title = "Lease " + namespace + "/" + name;
        Lease lease = stored(cluster, namespace, name);
        if (lease == null) {
            return CheckResult.failed(title + " does not exist" + NOBODY, "run helm upgrade, which makes it");
        }
        return isHeld(lease, installation.facts().at())
                ? CheckResult.passed("a replica holds " + title)
                : CheckResult.warning(
                        "nobody has held " + title + " for a minute" + NOBODY,
                        "see why: kubectl -n " + namespace + " logs -l app.kubernetes.io/component=webhook");
    }

    private static @Nullable Lease stored(KubernetesClient cluster, String namespace, String name)
            throws UnansweredException {
        try {
            return cluster.leases().inNamespace(namespace).withName(name).get();
        } catch (KubernetesClientException failed) {
            throw UnansweredException.of(failed, "you may not get leases in namespace " + namespace);
        }
    }

    private static boolean isHeld(Lease lease, Instant now) {
        return lease.getSpec() != null
                && lease.getSpec().getRenewTime() != null
                && lease.getSpec().getRenewTime().toInstant().isAfter(now.minus(LONG));
    }
}

package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.objects.ReleaseSettings;
import dev.tolerant.observed.registration.Webhook;
import dev.tolerant.settings.TolerantConfig.Source;
import dev.tolerant.text.Report;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks the release: its settings, its replicas, and the Lease by which they elect their leader. */
final class ReleaseChecks {
    private static final String NOBODY = ": no replica writes the status of policies or keeps running pods";
    /** Far longer than it takes another replica to follow a leader that died. */
    private static final Duration LONG = Duration.ofMinutes(1);

    private ReleaseChecks() {}

    static CheckResult settings(Installation installation) throws UnansweredException {
        if (!installation.settingsProblem.isEmpty()) {
            return CheckResult.failed(
                    "the program cannot start with its settings: " + installation.settingsProblem
                            + "; the other checks take the defaults",
                    "correct the chart's values");
        }
        List<Manifest> maps = installation.manifests(ObjectKind.CONFIG_MAP);
        if (maps.isEmpty()) {
            throw new UnansweredException(
                    "no ConfigMap has an application.properties; the other checks take the defaults");
        }
        String title =
                "ConfigMap " + maps.get(0).namespace() + "/" + maps.get(0).name();
        return installation.view.config().mode() == Mode.AUDIT
                ? CheckResult.warning(
                        "tolerant.mode is audit in " + title + ": the program changes and refuses no pod",
                        "once its metric tolerant_reviews_total shows what you expect, set settings.mode=enforce")
                : CheckResult.passed("the program can use the settings of " + title);
    }

    static CheckResult replicas(Installation installation) throws UnansweredException {
        Optional<CheckResult> left = Leftovers.finding(installation);
        if (left.isPresent()) {
            return left.get();
        }
        Manifest deployment = deployment(installation);
        int wanted = deployment.object().at("/spec/replicas").asInt(1);
        long ready = ready(installation, deployment);
        String found = ready + " of " + Report.counted(wanted, "replica") + " of Deployment " + deployment.namespace()
                + "/" + deployment.name() + (ready == 1 ? " is ready" : " are ready");
        String look = "see why: kubectl -n " + deployment.namespace() + " describe deployment " + deployment.name();
        if (ready == 0) {
            return CheckResult.failed(found, look);
        }
        if (ready < wanted) {
            return CheckResult.warning(found, look);
        }
        if (ready == 1 && installation.ownWebhooks().stream().anyMatch(hook -> !hook.failsOpen())) {
            return CheckResult.warning(
                    found + ", and failurePolicy is Fail: while it restarts, the API server refuses new pods",
                    "set replicaCount to 2 or more");
        }
        return CheckResult.passed(found);
    }

    static CheckResult lease(Installation installation) throws UnansweredException {
        KubernetesClient cluster = installation.live();
        List<Manifest> maps = installation.manifests(ObjectKind.CONFIG_MAP);
        if (maps.isEmpty()) {
            throw new UnansweredException("no ConfigMap has the release's settings");
        }
        if (!installation.settingsProblem.isEmpty()) {
            throw new UnansweredException("the release's settings, which name it, cannot be used");
        }
        Source source = installation.settings().policies().source();
        if (source == Source.NONE || source == Source.DIRECTORY) {
            return CheckResult.passed("the program needs none, because its policies do not come from the cluster");
        }
        String namespace = maps.get(0).namespace();
        String name = installation.settings().lease();
        String title = "Lease " + namespace + "/" + name;
        Lease lease = storedLease(cluster, namespace, name);
        if (lease == null) {
            return CheckResult.failed(
                    title + " does not exist" + NOBODY,
                    "run helm upgrade, which gives replicas the right to create it");
        }
        return isHeld(lease, installation.clusterObjects().at())
                ? CheckResult.passed("a replica holds " + title)
                : CheckResult.warning(
                        "no replica has held " + title + " for a minute" + NOBODY,
                        "see why: kubectl -n " + namespace + " logs -l app.kubernetes.io/component=webhook");
    }

    private static @Nullable Lease storedLease(KubernetesClient cluster, String namespace, String name)
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

    private static Manifest deployment(Installation installation) throws UnansweredException {
        // Without a webhook no registration names the Service.
        JsonNode service = installation.isServed() ? service(installation) : MissingNode.getInstance();
        String namespace = service.path("namespace").asText();
        return installation.manifests(ObjectKind.DEPLOYMENT).stream()
                .filter(each -> namespace.isEmpty() || each.namespace().equals(namespace))
                .filter(each ->
                        each.name().equals(service.path("name").asText()) || ReleaseSettings.isOfProgram(each.object()))
                .findFirst()
                .orElseThrow(
                        () -> new UnansweredException((namespace.isEmpty() ? "no namespace" : "namespace " + namespace)
                                + " has no Deployment of the program"));
    }

    private static JsonNode service(Installation installation) throws UnansweredException {
        List<Webhook> ours = installation.ownWebhooks();
        if (ours.isEmpty()) {
            throw installation.unregistered("no registration points to the program");
        }
        return ours.stream()
                .map(hook -> hook.client().path("service"))
                .filter(JsonNode::isObject)
                .findFirst()
                .orElseThrow(
                        () -> new UnansweredException("the registration names a URL, and the program runs elsewhere"));
    }

    /** Counts those that the API server reaches. */
    private static long ready(Installation installation, Manifest deployment) throws UnansweredException {
        JsonNode selector = deployment.object().at("/spec/selector/matchLabels");
        return installation.manifests(ObjectKind.POD).stream()
                .filter(pod -> pod.namespace().equals(deployment.namespace()))
                .filter(pod -> selector.properties().stream()
                        .allMatch(label -> label.getValue()
                                .equals(pod.object().at("/metadata/labels").path(label.getKey()))))
                .filter(pod -> !pod.object().path("metadata").has("deletionTimestamp"))
                .map(pod -> PolicyChecks.condition(pod, "Ready"))
                .filter(ready -> ready != null && PolicyChecks.isTrue(ready))
                .count();
    }
}

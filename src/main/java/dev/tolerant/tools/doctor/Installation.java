package dev.tolerant.tools.doctor;

import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.observed.explain.Agents;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.objects.Owners.ClusterPod;
import dev.tolerant.observed.registration.InstalledGuard;
import dev.tolerant.observed.registration.Webhook;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.settings.TolerantConfig.KeeperMode;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The cluster under examination. */
final class Installation {
    static final String SWITCHED_OFF =
            "the webhook is switched off, so whitelists hold in part, there are no warnings, metrics of decisions or templates of DaemonSets,"
                    + " and nothing follows from what other webhooks add";

    final ClusterView view;
    /** The reason why the release's settings cannot be used, so that the view has the defaults; empty if they can. */
    final String settingsProblem;

    private final @Nullable KubernetesClient live;
    private final boolean probes;
    private final String namespace;
    private @Nullable DryRuns dryRuns;
    private @Nullable PodSurvey pods;

    /**
     * @param live null for a dump
     * @param probes dry runs are welcome
     * @param namespace the one to try pods in first
     */
    Installation(
            ClusterView view,
            String settingsProblem,
            @Nullable KubernetesClient live,
            boolean probes,
            String namespace) {
        this.view = view;
        this.settingsProblem = settingsProblem;
        this.live = live;
        this.probes = probes;
        this.namespace = namespace;
    }

    ClusterObjects clusterObjects() {
        return view.clusterObjects();
    }

    /** Fails for a dump. */
    KubernetesClient live() throws UnansweredException {
        if (live == null) {
            throw new UnansweredException(CheckResult.NEEDS_CLUSTER);
        }
        return live;
    }

    /** Several checks at a time need them, and the first of them makes them. */
    synchronized DryRuns dryRuns() throws UnansweredException {
        if (dryRuns == null) {
            KubernetesClient cluster = live();
            if (!probes) {
                throw new UnansweredException("--no-probe leaves out dry runs");
            }
            dryRuns = DryRuns.make(
                    cluster,
                    view,
                    namespace,
                    isServed() && settings().injections().enabled());
        }
        return dryRuns;
    }

    synchronized PodSurvey pods() throws UnansweredException {
        know(List.of(ObjectKind.POD, ObjectKind.NODE, ObjectKind.POLICY, ObjectKind.NAMESPACE));
        if (pods == null) {
            pods = PodSurvey.of(view);
        }
        return pods;
    }

    Agents agents() throws UnansweredException {
        know(List.of(ObjectKind.DAEMON_SET, ObjectKind.NODE));
        return Agents.of(view, view.nodes().values(), unfinished());
    }

    private List<ClusterPod> unfinished() {
        try {
            return pods().unfinished();
        } catch (UnansweredException notAllOfThat) {
            return ClusterPod.unfinished(clusterObjects(), new ArrayList<>());
        }
    }

    void know(List<ObjectKind> kinds) throws UnansweredException {
        for (ObjectKind kind : kinds) {
            String why = clusterObjects().unknown(kind).orElse("");
            if (!why.isEmpty()) {
                throw new UnansweredException(why);
            }
        }
    }

    /** True where all nodes and NodePools are known, by which pools give something. */
    boolean areNodesKnown() {
        return Stream.of(ObjectKind.NODE, ObjectKind.NODE_POOL)
                .allMatch(kind -> clusterObjects().unknown(kind).isEmpty());
    }

    List<Manifest> manifests(ObjectKind kind) throws UnansweredException {
        know(List.of(kind));
        return clusterObjects().manifests(kind);
    }

    TolerantConfig settings() throws UnansweredException {
        know(List.of(ObjectKind.CONFIG_MAP));
        return view.config();
    }

    /** Empty where the settings name none, as those of an earlier version do. */
    Optional<List<InstalledGuard>> guards() throws UnansweredException {
        TolerantConfig settings = settings();
        return settings.guards().map(names -> InstalledGuard.of(names, settings.mode()));
    }

    /** Of admission policies that are of one kind, a sentence each, by the judgement of the program itself. */
    List<String> complaints(List<InstalledGuard> guards) throws UnansweredException {
        if (guards.isEmpty()) {
            return List.of();
        }
        boolean mutating = guards.get(0).keeps().mutates();
        try {
            return InstalledGuard.complaints(
                    guards,
                    manifests(ObjectKind.admissionPolicies(mutating)),
                    manifests(ObjectKind.admissionBindings(mutating)));
        } catch (InvalidManifestException unreadable) {
            throw new UnansweredException(unreadable.problem().toString());
        }
    }

    /** The defaults, which switch it off, are no evidence. */
    KeeperMode keeper() throws UnansweredException {
        if (manifests(ObjectKind.CONFIG_MAP).isEmpty()) {
            throw new UnansweredException("no ConfigMap has the release's settings");
        }
        return view.keeper();
    }

    /**
     * The webhooks that may change objects, in the order in which the API server calls them: it sorts configurations by
     * their names, and calls the webhooks of each in the order of its list.
     */
    List<Webhook> webhooks() throws UnansweredException {
        return manifests(ObjectKind.MUTATING_WEBHOOKS).stream()
                .sorted(Comparator.comparing(Manifest::name))
                .flatMap(configuration -> Webhook.in(configuration.object()).stream())
                .toList();
    }

    List<Webhook> ownWebhooks() throws UnansweredException {
        return webhooks().stream().filter(Webhook::isOurs).toList();
    }

    /** True where the API server is to ask the program, by its settings. */
    boolean isServed() {
        return view.config().webhook().enabled();
    }

    UnansweredException unregistered(String otherwise) {
        return new UnansweredException(isServed() ? otherwise : SWITCHED_OFF);
    }

    /** Those that the API server calls about new pods; fails if there is none. */
    List<Webhook> askedAboutNewPods() throws UnansweredException {
        List<Webhook> ours = ownWebhooksAbout("CREATE");
        if (ours.isEmpty()) {
            throw unregistered("nothing is registered for new pods");
        }
        return ours;
    }

    List<Webhook> ownWebhooksAbout(String operation) throws UnansweredException {
        return ownWebhooks().stream()
                .filter(hook -> hook.covers(operation, "pods"))
                .toList();
    }
}

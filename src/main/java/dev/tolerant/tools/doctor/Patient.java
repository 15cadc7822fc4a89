package dev.tolerant.tools.doctor;

import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.observed.facts.ClusterView;
import dev.tolerant.observed.facts.FactKind;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The cluster under examination. */
final class Patient {
    private final ClusterView view;
    private final String settingsProblem;
    private final @Nullable KubernetesClient live;
    private final boolean probes;
    private final String namespace;
    private @Nullable DryRuns dryRuns;
    private @Nullable PodSurvey pods;

    /**
     * @param view the facts with settings and policies
     * @param settingsProblem why the release's settings cannot be used, so that the view has the defaults; empty if they can
     * @param live null for a dump
     * @param probes whether dry runs are welcome
     * @param namespace where to try pods first
     */
    Patient(
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

    ClusterView view() {
        return view;
    }

    ClusterFacts facts() {
        return view.facts();
    }

    String settingsProblem() {
        return settingsProblem;
    }

    /** The cluster itself. */
    KubernetesClient live() throws UnansweredException {
        if (live == null) {
            throw new UnansweredException(Finding.NEEDS_CLUSTER);
        }
        return Objects.requireNonNull(live);
    }

    /** The cluster itself, for dry runs. */
    KubernetesClient probed() throws UnansweredException {
        KubernetesClient cluster = live();
        if (!probes) {
            throw new UnansweredException("--no-probe leaves out dry runs");
        }
        return cluster;
    }

    /** The dry runs, which several checks at a time need and the first of them makes. */
    synchronized DryRuns dryRuns() throws UnansweredException {
        if (dryRuns == null) {
            dryRuns = DryRuns.make(probed(), view, namespace);
        }
        return dryRuns;
    }

    /** What taints and tolerations meet, which several checks look at. */
    synchronized PodSurvey pods() throws UnansweredException {
        know(FactKind.POD, FactKind.NODE, FactKind.POLICY, FactKind.NAMESPACE);
        if (pods == null) {
            pods = new PodSurvey(view);
        }
        return pods;
    }

    /** Fails unless the objects of these kinds are known. */
    void know(FactKind... kinds) throws UnansweredException {
        for (FactKind kind : kinds) {
            String why = facts().unknown(kind).orElse("");
            if (!why.isEmpty()) {
                throw new UnansweredException(why);
            }
        }
    }

    /** The webhooks that may change objects. */
    Hooks hooks() throws UnansweredException {
        know(FactKind.MUTATING_WEBHOOKS);
        return Hooks.in(facts());
    }
}

package dev.tolerant.tools.doctor;

import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.observed.facts.ClusterView;
import dev.tolerant.observed.facts.FactKind;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The cluster under examination. */
final class Patient {
    private final ClusterView view;
    private final String settingsProblem;
    private final @Nullable ClusterApi live;
    private final boolean probes;
    private final String namespace;
    private final Map<Class<?>, Memo<?>> found = new ConcurrentHashMap<>();

    /**
     * @param view the facts with settings and policies
     * @param settingsProblem why the release's settings cannot be used, so that the view has the defaults; empty if they can
     * @param live null for a dump
     * @param probes whether dry runs and forwarded ports are welcome
     * @param namespace where to try pods first
     */
    Patient(ClusterView view, String settingsProblem, @Nullable ClusterApi live, boolean probes, String namespace) {
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

    String namespace() {
        return namespace;
    }

    boolean isLive() {
        return live != null;
    }

    /** The cluster itself. */
    ClusterApi live() throws UnansweredException {
        if (live == null) {
            throw new UnansweredException(Finding.NEEDS_CLUSTER);
        }
        return Objects.requireNonNull(live);
    }

    /** The cluster itself, for dry runs and forwarded ports. */
    ClusterApi probed() throws UnansweredException {
        ClusterApi cluster = live();
        if (!probes) {
            throw new UnansweredException("--no-probe leaves out dry runs and forwarded ports");
        }
        return cluster;
    }

    /** What several checks need of this cluster, and the first of them finds out. */
    <T> T once(Class<T> kind, Memo.Source<T> source) throws UnansweredException {
        return kind.cast(found.computeIfAbsent(kind, none -> new Memo<>(source)).get());
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

    /** The webhooks of a kind of configurations. */
    Hooks hooks(FactKind kind) throws UnansweredException {
        know(kind);
        return Hooks.in(facts(), kind);
    }

    Hooks mutating() throws UnansweredException {
        return hooks(FactKind.MUTATING_WEBHOOKS);
    }

    Hooks validating() throws UnansweredException {
        return hooks(FactKind.VALIDATING_WEBHOOKS);
    }
}

package dev.tolerant.cli.doctor;

import dev.tolerant.facts.ClusterFacts;
import dev.tolerant.facts.ClusterView;
import dev.tolerant.facts.FactKind;

/**
 * The cluster under examination.
 *
 * @param view the facts with settings and policies
 * @param settings why the release's settings cannot be used, so that the view has the defaults; empty if they can
 */
record Patient(ClusterView view, String settings) {

    ClusterFacts facts() {
        return view.facts();
    }

    /** Fails unless the objects of these kinds are known. */
    void know(FactKind... kinds) throws UnansweredException {
        for (FactKind kind : kinds) {
            String why = facts().unknown(kind).orElse("");
            if (!why.isEmpty()) {
                throw new UnansweredException("unknown, because " + why);
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

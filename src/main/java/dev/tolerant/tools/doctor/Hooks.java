package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.observed.facts.FactKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The webhooks of a cluster, in the order in which the API server calls the mutating ones. */
record Hooks(List<Hook> all) {

    /** The API server sorts configurations by their names, and calls the webhooks of each in the order of its list. */
    static Hooks in(ClusterFacts facts, FactKind kind) {
        List<Manifest> configurations = new ArrayList<>(facts.manifests(kind));
        configurations.sort(Comparator.comparing(Manifest::name));
        List<Hook> hooks = new ArrayList<>();
        for (Manifest configuration : configurations) {
            for (JsonNode hook : configuration.object().path("webhooks")) {
                hooks.add(new Hook(kind, configuration.name(), hook));
            }
        }
        return new Hooks(List.copyOf(hooks));
    }

    List<Hook> ours() {
        return all.stream().filter(Hook::isOurs).toList();
    }

    /** The program's own that the API server calls about pods in this operation. */
    List<Hook> oursAbout(String operation) {
        return ours().stream().filter(hook -> hook.coversPods(operation)).toList();
    }
}

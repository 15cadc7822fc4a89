package dev.tolerant.tools.doctor;

import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.observed.registration.Webhook;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The mutating webhooks of a cluster, in the order in which the API server calls them. */
record Hooks(List<Webhook> all) {

    /** The API server sorts configurations by their names, and calls the webhooks of each in the order of its list. */
    static Hooks of(List<Manifest> registrations) {
        List<Manifest> configurations = new ArrayList<>(registrations);
        configurations.sort(Comparator.comparing(Manifest::name));
        return new Hooks(configurations.stream()
                .flatMap(configuration -> Webhook.in(configuration.object()).stream())
                .toList());
    }

    List<Webhook> ours() {
        return all.stream().filter(Webhook::isOurs).toList();
    }

    /** The program's own that the API server calls about pods in this operation. */
    List<Webhook> oursAbout(String operation) {
        return ours().stream().filter(hook -> hook.covers(operation, "pods")).toList();
    }
}

package dev.tolerant.tools.doctor;

import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.observed.registration.Webhook;
import java.util.ArrayList;
import java.util.List;

/** Which other webhooks change new pods, and whether they run before or after the program's. */
final class OrderCheck {
    private OrderCheck() {}

    static Check check() {
        return new Check(
                Heading.REGISTRATIONS, "order", "other webhooks", OrderCheck::find, FactKind.MUTATING_WEBHOOKS);
    }

    private static Finding find(Patient patient) throws UnansweredException {
        List<Webhook> writers = patient.hooks().all().stream()
                .filter(hook -> hook.covers("CREATE", "pods"))
                .toList();
        List<Webhook> ours = writers.stream().filter(Webhook::isOurs).toList();
        if (ours.isEmpty()) {
            throw new UnansweredException("nothing is registered for new pods");
        }
        if (writers.size() == ours.size()) {
            return Finding.passed("no other webhook changes new pods");
        }
        List<String> order = new ArrayList<>();
        for (Webhook hook : writers) {
            order.add((order.size() + 1) + ". " + (hook.isOurs() ? "Tolerant: " : "") + hook.title()
                    + (hook.isReinvoked() ? ", asked again after later changes" : ""));
        }
        int last = writers.lastIndexOf(ours.get(ours.size() - 1));
        boolean later = last < writers.size() - 1;
        if (later && ours.stream().noneMatch(Webhook::isReinvoked)) {
            return Finding.warning(
                            "webhooks after the program's may add tolerations, and resources that deserve some, which it"
                                    + " never sees: its reinvocationPolicy is Never",
                            "run helm upgrade, which registers it with IfNeeded")
                    .with(order);
        }
        return Finding.passed(
                        later
                                ? "some run after the program's, which is asked again if they change the pod"
                                : "all run before the program's, which sees what they have done")
                .with(order);
    }
}

package dev.tolerant.tools.doctor;

import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.registration.Webhook;
import dev.tolerant.text.Report;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds the namespaces and pods that the API server does not ask about. */
final class NamespaceChecks {
    private static final int MOST_NAMES = 20;

    private NamespaceChecks() {}

    static CheckResult namespaces(Installation installation) throws UnansweredException {
        installation.know(ObjectKind.NAMESPACE);
        List<Webhook> asking = installation.askedAboutNewPods();
        if (installation.view().snapshot().namespaces().isEmpty()) {
            throw new UnansweredException("no namespaces are known");
        }
        Map<String, NamespaceFacts> all =
                new TreeMap<>(installation.view().snapshot().namespaces());
        List<String> excluded = all.values().stream()
                .filter(namespace -> !namespace.isOptedOut())
                .filter(namespace -> asking.stream().noneMatch(each -> each.covers(namespace)))
                .map(NamespaceFacts::name)
                .toList();
        List<String> conditions = asking.stream()
                .flatMap(hook -> hook.conditions().stream())
                .distinct()
                .toList();
        String narrowed = conditions.isEmpty() ? "" : "; matchConditions narrow it: " + String.join(", ", conditions);
        if (excluded.isEmpty()) {
            return CheckResult.passed(
                    "selectors leave out none of " + Report.counted(all.size(), "namespace") + narrowed);
        }
        long left = installation.clusterObjects().all(ObjectKind.POD).stream()
                .filter(pod -> excluded.contains(pod.namespace()))
                .count();
        String pods = installation.clusterObjects().unknown(ObjectKind.POD).isPresent()
                ? ""
                : ", with " + Report.counted(left, "pod");
        return CheckResult.passed("selectors leave out " + excluded.size() + " of "
                        + Report.counted(all.size(), "namespace") + pods + narrowed)
                .with(List.of(OneLine.first(MOST_NAMES, excluded)));
    }

    /** With failurePolicy Fail, the pods that the program needs in order to start must not need the program. */
    static CheckResult bootstrap(Installation installation) throws UnansweredException {
        List<Webhook> closed = installation.ownWebhooksAbout("CREATE").stream()
                .filter(hook -> !hook.failsOpen())
                .toList();
        if (closed.isEmpty()) {
            return CheckResult.passed("the program's pods can start without it: no failurePolicy is Fail");
        }
        List<String> needed = new ArrayList<>(List.of("kube-system"));
        closed.stream()
                .map(hook -> hook.client().at("/service/namespace").asText())
                .filter(name -> !name.isEmpty() && !needed.contains(name))
                .forEach(needed::add);
        installation.know(ObjectKind.NAMESPACE);
        List<String> trapped = closed.stream()
                .flatMap(hook -> needed.stream()
                        .filter(name -> hook.covers(installation.view().namespace(name)))
                        .map(name -> hook.title() + " covers namespace " + name))
                .toList();
        return CheckResult.failed(
                        "with failurePolicy Fail the cluster cannot start these pods while the program is down,"
                                + " and then the program cannot start either",
                        "restore the registration with helm upgrade; it leaves out kube-system and the release's"
                                + " namespace")
                .with(
                        trapped,
                        "the program's pods can start without it: " + String.join(" and ", needed) + " are left out");
    }
}

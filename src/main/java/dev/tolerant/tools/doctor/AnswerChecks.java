package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import dev.tolerant.tools.doctor.DryRuns.ApiAnswer;
import dev.tolerant.tools.doctor.DryRuns.Due;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks by two dry runs that the program answers, and reports what the API server's own plugins write before it. */
final class AnswerChecks {
    /** See k8s.io/apiserver, pkg/admission/plugin/webhook/errors. */
    private static final Pattern UNREACHED = Pattern.compile("failed calling webhook \"[^\"]*\\.tolerant\\.dev\"");

    private static final Pattern DENIED = Pattern.compile("admission webhook \"[^\"]*\\.tolerant\\.dev\" denied");

    private static final int FEW = 3;

    private AnswerChecks() {}

    static CheckResult answers(Installation installation) throws UnansweredException {
        DryRuns runs = installation.dryRuns();
        ApiAnswer asked = runs.asked();
        if (asked.isRefusal()) {
            return refused(asked);
        }
        stored(runs.unasked());
        installation.know(ClusterView.DECIDING);
        List<Due> due = runs.due();
        if (installation.settings().mode() == Mode.AUDIT) {
            return audited(runs, due);
        }
        if (due.stream().noneMatch(Due::ofReplica)) {
            throw new UnansweredException("with these settings the program changes nothing in a dry run's pod"
                    + (due.isEmpty() ? "" : " that the API server does not change by itself")
                    + ", so its answer cannot be seen");
        }
        String who = installation.isServed() ? "it answers the API server: " : "the API server gives it by itself: ";
        List<JsonNode> got = DryRuns.tolerations(asked);
        List<Due> missing =
                due.stream().filter(each -> !got.contains(each.toleration())).toList();
        String where = "a pod in namespace " + runs.namespace();
        if (missing.isEmpty()) {
            return CheckResult.passed(who + where + " would get what the settings say");
        }
        List<String> details =
                missing.stream().map(each -> each.toleration().toString()).toList();
        if (due.stream().filter(Due::ofReplica).allMatch(missing::contains)) {
            if (!installation.isServed()) {
                return CheckResult.failed(
                        where + " would get nothing of what the API server should give by itself",
                        "look at the check of injections; right after a start an API server gives nothing for half a minute");
            }
            return CheckResult.failed(
                            where + " would get "
                                    + (missing.size() == due.size() ? "nothing" : "what the API server gives by itself")
                                    + ": the API server does not ask, or gets no answer",
                            "look at the checks of registrations and certificate; if they pass, the API server cannot reach the"
                                    + " Service, usually because of a network policy or a firewall of the control plane")
                    .with(details.stream().limit(FEW).toList());
        }
        return CheckResult.warning(
                        where + " would get only a part of what the settings say",
                        "see whether another webhook changes tolerations too, and whether the program has restarted since"
                                + " its settings changed")
                .with(details);
    }

    /** A program that audits changes no pod, just as one that does not answer. */
    private static CheckResult audited(DryRuns runs, List<Due> due) throws UnansweredException {
        List<String> given = DryRuns.tolerations(runs.asked()).stream()
                .filter(got -> due.stream().anyMatch(each -> each.toleration().equals(got)))
                .map(JsonNode::toString)
                .toList();
        if (given.isEmpty()) {
            throw new UnansweredException(
                    "in audit mode the pod of a dry run stays as it is, so the answer cannot be seen; the metric"
                            + " tolerant_reviews_total counts the answers");
        }
        return CheckResult.warning(
                        "the settings say audit, but a pod in namespace " + runs.namespace()
                                + " would get what the program gives when it enforces",
                        "see whether the program has restarted since its settings changed")
                .with(given);
    }

    private static CheckResult refused(ApiAnswer refusal) throws UnansweredException {
        if (UNREACHED.matcher(refusal.message()).find()) {
            return CheckResult.failed(
                            "the API server gets no answer and refuses the pod",
                            "look at the checks of registrations, certificate and replicas; else see whether a network"
                                    + " policy or a firewall keeps the API server from the Service")
                    .with(List.of(refusal.message()));
        }
        if (DENIED.matcher(refusal.message()).find()) {
            return CheckResult.passed("it answers the API server, and refuses the pod of the dry run")
                    .with(List.of(refusal.message()));
        }
        throw unstored(refusal);
    }

    /** Fails for a pod that the API server would not have stored. */
    private static List<JsonNode> stored(ApiAnswer answer) throws UnansweredException {
        if (answer.isRefusal()) {
            throw unstored(answer);
        }
        return DryRuns.tolerations(answer);
    }

    private static UnansweredException unstored(ApiAnswer refusal) {
        return new UnansweredException(
                "the API server refuses the dry run with " + refusal.code() + ": " + refusal.message());
    }

    static CheckResult seconds(Installation installation) throws UnansweredException {
        List<JsonNode> tolerations = stored(installation.dryRuns().unasked());
        Optional<JsonNode> notReady = entry(tolerations, NodeTaints.NOT_READY.key());
        Optional<JsonNode> unreachable = entry(tolerations, NodeTaints.UNREACHABLE.key());
        if (notReady.isEmpty() || unreachable.isEmpty()) {
            return CheckResult.passed(
                    "the API server's plugin DefaultTolerationSeconds does not run; the program adds what it"
                            + " would add");
        }
        long first = notReady.get().path("tolerationSeconds").asLong(-1);
        long second = unreachable.get().path("tolerationSeconds").asLong(-1);
        TolerantConfig.NodeFailure rule = installation.settings().rules().nodeFailure();
        String found = "the API server gives pods " + words(first) + " for not-ready and " + words(second)
                + " for unreachable";
        boolean known = first == rule.apiServerNotReady() && second == rule.apiServerUnreachable();
        return known
                ? CheckResult.passed(found + ", as the settings say")
                : CheckResult.failed(
                        found + ", but the settings say " + words(rule.apiServerNotReady()) + " and "
                                + words(rule.apiServerUnreachable())
                                + ": Tolerant treats them as user-written and will not change them",
                        "set settings.rules.nodeFailure.apiServerNotReady and .apiServerUnreachable to what the API server"
                                + " gives; if another webhook writes these, stop it");
    }

    private static String words(long seconds) {
        return seconds < 0 ? "no limit" : seconds + " s";
    }

    private static Optional<JsonNode> entry(List<JsonNode> tolerations, String key) {
        return withKey(tolerations, key)
                .filter(toleration -> toleration.path("effect").asText().equals("NoExecute"))
                .findFirst();
    }

    private static Stream<JsonNode> withKey(List<JsonNode> tolerations, String key) {
        return tolerations.stream()
                .filter(toleration -> toleration.path("key").asText().equals(key));
    }

    /** Whatever runs before the program counts as a plugin: what another webhook adds looks the same. */
    static CheckResult plugins(Installation installation) throws UnansweredException {
        List<JsonNode> tolerations = stored(installation.dryRuns().unasked());
        boolean resources = withKey(tolerations, DryRuns.RESOURCE).findAny().isPresent();
        boolean restriction =
                withKey(tolerations, NodeTaints.MEMORY_PRESSURE.key()).findAny().isPresent();
        List<String> running = Stream.of(
                        resources ? "ExtendedResourceToleration" : "", restriction ? "PodTolerationRestriction" : "")
                .filter(plugin -> !plugin.isEmpty())
                .toList();
        String found = running.isEmpty()
                ? "neither ExtendedResourceToleration nor PodTolerationRestriction runs"
                : String.join(" and ", running) + (running.size() == 1 ? " runs" : " run");
        boolean told = installation.settings().rules().namespaceAnnotations().apiServerEnforces();
        if (restriction != told
                && installation.settings().rules().namespaceAnnotations().enabled()) {
            return CheckResult.warning(
                    restriction
                            ? found
                                    + ", and refuses pods to which the program gives what a namespace's whitelist does not"
                                    + " cover"
                            : found
                                    + ", but the settings say that PodTolerationRestriction does: the program adds less than"
                                    + " it could",
                    "set settings.rules.namespaceAnnotations.apiServerEnforces=" + restriction);
        }
        return CheckResult.passed(found);
    }
}

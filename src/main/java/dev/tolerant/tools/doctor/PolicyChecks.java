package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.policy.KnownPool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.findings.Inspection;
import dev.tolerant.observed.findings.PolicyFinding;
import dev.tolerant.observed.findings.PolicyFinding.Known;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.text.Report;
import dev.tolerant.tools.doctor.CheckResult.Mark;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reports what the program says about policies in their status. */
final class PolicyChecks {
    private static final int MAX_LENGTH = 500;
    private static final String NO_STATUS =
            "see that the program may update tolerationpolicies/status (rbac.create), and what its log says of the Lease";

    private PolicyChecks() {}

    static CheckResult accepted(Installation installation) throws UnansweredException {
        List<Manifest> policies = installation.manifests(ObjectKind.POLICY);
        if (policies.isEmpty()) {
            return CheckResult.passed("there is no TolerationPolicy");
        }
        TolerationRules rules = new TolerationRules(installation.view.config().comparisonOperators());
        // What this command cannot use either, unless the program has reported it.
        List<String> unreported = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        List<String> outdated = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (Manifest policy : policies) {
            JsonNode accepted = condition(policy, "Accepted");
            boolean isRefused = accepted != null && !isTrue(accepted);
            boolean isUsable = compiled(installation, policy).isPresent();
            if (!isRefused && !isUsable) {
                PolicyFiles.of(List.of(ClusterView.withoutStatus(policy)), rules, Map.of(), true).problems().stream()
                        .map(problem -> OneLine.of(policy.name() + ": " + problem.what(), MAX_LENGTH))
                        .forEach(unreported::add);
            } else if (accepted == null) {
                unknown.add(policy.name());
            } else if (isOld(policy, accepted) && isUsable) {
                outdated.add(policy.name());
            } else if (isRefused) {
                refused.add(line(policy, accepted));
            }
        }
        refused.addAll(0, unreported);
        if (!refused.isEmpty()) {
            return CheckResult.failed(
                            counted(refused.size(), policies.size()) + " not accepted, and not in use as written",
                            "correct what the messages name; tolerant lint finds it before the cluster does")
                    .with(refused);
        }
        if (!outdated.isEmpty()) {
            return CheckResult.warning(
                            counted(outdated.size(), policies.size()) + " without a status for the current generation",
                            NO_STATUS)
                    .with(outdated);
        }
        if (!unknown.isEmpty()) {
            return unknown(counted(unknown.size(), policies.size()) + " without a status", unknown);
        }
        return CheckResult.passed(
                policies.size() == 1
                        ? "the one policy is accepted"
                        : "all " + policies.size() + " policies are accepted");
    }

    static CheckResult pools(Installation installation) throws UnansweredException {
        List<String> lines = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (Manifest policy : installation.manifests(ObjectKind.POLICY)) {
            JsonNode half = condition(policy, "HalfDedicated");
            if (half != null && isTrue(half)) {
                lines.add(line(policy, half));
            }
            JsonNode known = condition(policy, "NodesKnown");
            Optional<Policy> compiled = compiled(installation, policy);
            Optional<String> reason = compiled.map(Policy::known)
                    .filter(pool -> installation.areNodesKnown())
                    .map(KnownPool::givesNothingBecause);
            if (known != null && !isTrue(known)) {
                lines.add(line(policy, known));
            } else if (reason.isPresent()) {
                lines.add(OneLine.of(policy.name() + ": " + reason.get(), MAX_LENGTH));
            } else if (known == null && compiled.map(Policy::pool).isPresent()) {
                unknown.add(policy.name());
            }
            compiled.map(each -> each.values()
                            .lackingIn(
                                    installation.view.snapshot().namespaces().values(),
                                    each.match().namespaceSelector()))
                    .ifPresent(lacking -> lines.add(OneLine.of(policy.name() + " " + lacking, MAX_LENGTH)));
        }
        if (!lines.isEmpty()) {
            return CheckResult.warning(
                            "some policies do less than they seem to",
                            "do what the messages say; docs/policies.md shows a whole pool")
                    .with(lines);
        }
        return unknown.isEmpty()
                ? CheckResult.passed(
                        "every pool is known, and its policy gives all taints that its nodes have in common")
                : unknown("the program has not said whether it knows the nodes of these policies", unknown);
    }

    static CheckResult selections(Installation installation) throws UnansweredException {
        installation.know(List.of(ObjectKind.POLICY));
        Snapshot snapshot = installation.view.snapshot();
        List<PolicyFinding> found = new Inspection(
                        snapshot.policies().policies(),
                        new Known(
                                snapshot.namespaces().values(),
                                Map.of(),
                                installation.areNodesKnown() ? snapshot.nodes().values() : List.of(),
                                installation.view.nodePools()))
                .selectingNothing().stream()
                        .filter(each -> !each.code().isOfReservation())
                        .toList();
        List<String> lines = found.stream()
                .map(each -> OneLine.of(each.policy() + " " + each.sentence(), MAX_LENGTH))
                .toList();
        if (found.stream().anyMatch(each -> !each.code().isNotice())) {
            return CheckResult.warning(
                            "some policies name things that do not exist, or never win", "correct what the lines name")
                    .with(lines);
        }
        installation.know(List.of(ObjectKind.NAMESPACE, ObjectKind.NODE, ObjectKind.NODE_POOL));
        return CheckResult.passed(
                        lines.isEmpty()
                                ? "everything that policies select and name exists"
                                : "some policies select nodes or name taints that do not exist now")
                .with(lines);
    }

    private static CheckResult unknown(String sentence, List<String> names) {
        return new CheckResult(Mark.UNKNOWN, sentence, List.copyOf(names), List.of(), NO_STATUS);
    }

    private static Optional<Policy> compiled(Installation installation, Manifest policy) {
        return installation.view.snapshot().policies().policies().stream()
                .filter(known -> known.name().equals(policy.name()))
                .findFirst();
    }

    /** Null if the object has none of this type. */
    static @Nullable JsonNode condition(Manifest stored, String type) {
        return stored.object()
                .at("/status/conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asText().equals(type))
                .findFirst()
                .orElse(null);
    }

    static boolean isTrue(JsonNode condition) {
        return condition.path("status").asText().equals("True");
    }

    private static boolean isOld(Manifest policy, JsonNode condition) {
        JsonNode generation = policy.object().at("/metadata/generation");
        return generation.isNumber()
                && condition.path("observedGeneration").asLong(generation.asLong()) < generation.asLong();
    }

    private static String line(Manifest policy, JsonNode condition) {
        return OneLine.of(
                policy.name() + ": " + condition.path("reason").asText() + ", "
                        + condition.path("message").asText(),
                MAX_LENGTH);
    }

    private static String counted(int some, int all) {
        return some + " of " + Report.counted(all, "policy", "policies") + (some == 1 ? " is" : " are");
    }
}

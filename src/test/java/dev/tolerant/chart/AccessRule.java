package dev.tolerant.chart;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.util.List;

/** Verbs on one resource of the API, on any of its objects or on one by its name. */
public record AccessRule(String group, String resource, String name, List<String> verbs) {
    public static final String ANY = "*";

    /** What the program does in the API, whatever is switched on. */
    public static final List<AccessRule> OF_POLICIES = List.of(
            new AccessRule("", "namespaces", ANY, List.of("get", "list", "watch")),
            new AccessRule("", "nodes", ANY, List.of("list", "watch")),
            new AccessRule("karpenter.sh", "nodepools", ANY, List.of("list", "watch")),
            new AccessRule("node.k8s.io", "runtimeclasses", ANY, List.of("list", "watch")),
            new AccessRule("tolerant.dev", "tolerationpolicies", ANY, List.of("list", "watch")),
            new AccessRule("tolerant.dev", "tolerationpolicies/status", ANY, List.of("update")));

    /** In its own namespace alone, the leader writes by what the guard judges. */
    public static final List<AccessRule> OF_RESERVATIONS = List.of(
            new AccessRule("", "serviceaccounts", "tolerant-reservations", List.of("list", "watch", "patch", "delete")),
            new AccessRule("", "serviceaccounts", ANY, List.of("create")));

    /** What it does where the API server gives pods by itself what it can. */
    public static final List<AccessRule> OF_INJECTIONS = List.of(
            new AccessRule("tolerant.dev", "injections", ANY, List.of("list", "watch", "create")),
            new AccessRule("tolerant.dev", "injections", "current", List.of("patch")));

    /** With which it sees whether it does, unless nothing is given because the webhook only audits. */
    public static final List<AccessRule> OF_MUTATING_POLICIES = List.of(
            new AccessRule("admissionregistration.k8s.io", "mutatingadmissionpolicies", ANY, List.of("list", "watch")),
            new AccessRule(
                    "admissionregistration.k8s.io", "mutatingadmissionpolicybindings", ANY, List.of("list", "watch")));

    /** What it reads to see whether the guards of the release are whole, with policies from the cluster. */
    public static final List<AccessRule> OF_GUARDS = List.of(
            new AccessRule(
                    "admissionregistration.k8s.io", "validatingadmissionpolicies", ANY, List.of("list", "watch")),
            new AccessRule(
                    "admissionregistration.k8s.io",
                    "validatingadmissionpolicybindings",
                    ANY,
                    List.of("list", "watch")));

    /** What it does with {@code certificates.mode: builtIn}: write the caBundle ... */
    public static final AccessRule OF_MUTATING_REGISTRATION = new AccessRule(
            "admissionregistration.k8s.io", "mutatingwebhookconfigurations", "tolerant", List.of("get", "patch"));

    /** ... and, in its own namespace alone, keep the certificates. */
    public static final AccessRule OF_CERTIFICATES =
            new AccessRule("", "secrets", "tolerant-certificate", List.of("get", "update"));

    /** In its own namespace alone, the leader holds a Lease. */
    public static final AccessRule OF_LEASE =
            new AccessRule("coordination.k8s.io", "leases", "tolerant-leader", List.of("get", "patch"));

    /** Where nobody has installed one. */
    public static final AccessRule OF_NEW_LEASE =
            new AccessRule("coordination.k8s.io", "leases", ANY, List.of("create"));

    /** What it does with {@code keeper.mode: enforce}, and with {@code audit} all but the patches: read pods. */
    public static List<AccessRule> ofKeeper(boolean patches) {
        return List.of(
                new AccessRule(
                        "",
                        "pods",
                        ANY,
                        patches ? List.of("get", "list", "watch", "patch") : List.of("get", "list", "watch")),
                new AccessRule(
                        "admissionregistration.k8s.io",
                        "mutatingwebhookconfigurations",
                        ANY,
                        List.of("list", "watch")));
    }

    static AccessRule of(PolicyRule rule) {
        return new AccessRule(
                String.join(",", rule.getApiGroups()),
                String.join(",", rule.getResources()),
                rule.getResourceNames() == null || rule.getResourceNames().isEmpty()
                        ? ANY
                        : String.join(",", rule.getResourceNames()),
                rule.getVerbs());
    }
}

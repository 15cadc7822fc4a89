package dev.tolerant.engine.model;

import java.util.Set;

/**
 * Who may tolerate what a policy reserves without being one of its own; one match is enough.
 *
 * @param groups of which the pod's creator is a member
 * @param users the pod's creators
 * @param serviceAccounts that pods run as, in the form {@code namespace/name}, or {@code namespace/*} for all of a
 *     namespace
 * @param namespaces of pods, by name
 */
public record Exemption(Set<String> groups, Set<String> users, Set<String> serviceAccounts, Set<String> namespaces) {
    public static final Exemption NOBODY = new Exemption(Set.of(), Set.of(), Set.of(), Set.of());

    /** Whether the pod is exempt. */
    public boolean exempts(Requester requester, NamespaceFacts namespace, PodFacts pod) {
        return namespaces.contains(namespace.name())
                || users.contains(requester.username())
                || isMember(requester)
                || isAccountOf(namespace.name(), pod);
    }

    private boolean isMember(Requester requester) {
        for (String group : requester.groups()) {
            if (groups.contains(group)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAccountOf(String namespace, PodFacts pod) {
        if (serviceAccounts.isEmpty()) {
            return false;
        }
        String account = pod.serviceAccountName().isEmpty() ? "default" : pod.serviceAccountName();
        return serviceAccounts.contains(namespace + "/" + account) || serviceAccounts.contains(namespace + "/*");
    }
}

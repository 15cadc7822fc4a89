package dev.tolerant.engine.policy;

import dev.tolerant.engine.pod.PodFacts;
import dev.tolerant.engine.pod.Requester;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whom a restriction does not apply to; one match is enough.
 *
 * @param groups of which the pod's creator is a member
 * @param users the pod's creators
 * @param serviceAccounts that pods run as, in the form {@code namespace/name}, or {@code namespace/*} for all of a
 *     namespace
 * @param namespaces of pods, by name
 * @param namespaceSelector namespaces of pods, by their labels; null for none
 */
public record Exemption(
        Set<String> groups,
        Set<String> users,
        Set<String> serviceAccounts,
        Set<String> namespaces,
        @Nullable LabelSelector namespaceSelector) {
    public static final Exemption NOBODY = new Exemption(Set.of(), Set.of(), Set.of(), Set.of(), null);

    /** Whether anybody can be exempt. */
    public boolean isEmpty() {
        return equals(NOBODY);
    }

    /** Whether the pod's creator matters. */
    public boolean dependsOnCreator() {
        return !groups.isEmpty() || !users.isEmpty();
    }

    /**
     * Whether the pod is exempt.
     *
     * @param namespace the pod's; one that is not known has no labels to be selected by
     */
    public boolean exempts(Requester requester, NamespaceFacts namespace, PodFacts pod) {
        return field(requester, namespace, pod) != null;
    }

    /** Whether every pod of the namespace is exempt, whoever creates it. */
    boolean exemptsAllOf(NamespaceFacts namespace) {
        return namespaces.contains(namespace.name())
                || serviceAccounts.contains(namespace.name() + "/*")
                || isSelected(namespace);
    }

    /** The field that exempts the pod; null if none does. */
    public @Nullable String field(Requester requester, NamespaceFacts namespace, PodFacts pod) {
        if (namespaces.contains(namespace.name())) {
            return "namespaces";
        }
        if (users.contains(requester.username())) {
            return "users";
        }
        if (isMember(requester)) {
            return "groups";
        }
        if (isAccountOf(namespace.name(), pod)) {
            return "serviceAccounts";
        }
        return isSelected(namespace) ? "namespaceSelector" : null;
    }

    private boolean isSelected(NamespaceFacts namespace) {
        return namespaceSelector != null && namespace.known() && namespaceSelector.matches(namespace.labels());
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

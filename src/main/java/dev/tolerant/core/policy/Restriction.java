package dev.tolerant.core.policy;

import dev.tolerant.core.pod.PodFacts;
import dev.tolerant.core.pod.Requester;
import dev.tolerant.core.toleration.Toleration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which tolerations a policy forbids the authors of pods, and whom it exempts.
 *
 * @param deny taints that no author may tolerate
 * @param allow tolerations of which one must cover each toleration that an author writes; an empty list allows all
 * @param groups exempt groups, of which the pod's creator is a member
 * @param users exempt creators of pods
 * @param serviceAccounts exempt service accounts that pods run as, in the form {@code namespace/name}
 */
public record Restriction(
        List<DeniedTaint> deny,
        List<Toleration> allow,
        Set<String> groups,
        Set<String> users,
        Set<String> serviceAccounts) {

    public boolean exempts(Requester requester, String namespace, PodFacts pod) {
        if (users.contains(requester.username())) {
            return true;
        }
        for (String group : requester.groups()) {
            if (groups.contains(group)) {
                return true;
            }
        }
        String account = pod.serviceAccountName().isEmpty() ? "default" : pod.serviceAccountName();
        return serviceAccounts.contains(namespace + "/" + account);
    }

    /** The first entry of {@link #deny} with a taint that the toleration tolerates. */
    public Optional<DeniedTaint> denied(Toleration toleration) {
        for (DeniedTaint taint : deny) {
            if (taint.isToleratedBy(toleration)) {
                return Optional.of(taint);
            }
        }
        return Optional.empty();
    }

    public boolean allows(Toleration toleration) {
        if (allow.isEmpty()) {
            return true;
        }
        for (Toleration entry : allow) {
            if (entry.covers(toleration)) {
                return true;
            }
        }
        return false;
    }
}

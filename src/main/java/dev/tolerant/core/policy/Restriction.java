package dev.tolerant.core.policy;

import dev.tolerant.core.pod.PodFacts;
import dev.tolerant.core.pod.Requester;
import dev.tolerant.core.toleration.Toleration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a policy forbids the authors of pods.
 *
 * @param deny taints that no author may tolerate
 * @param allow tolerations that cover every one an author may write; empty allows all
 * @param groups of the pod's creator, which are exempt
 * @param users the pod's creators that are exempt
 * @param serviceAccounts the pod's own service accounts that are exempt, as {@code namespace/name}
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

    /** The first denied set of taints that the toleration reaches into. */
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

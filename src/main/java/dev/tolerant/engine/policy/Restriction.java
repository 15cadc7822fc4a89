package dev.tolerant.engine.policy;

import dev.tolerant.engine.toleration.Toleration;
import java.util.List;
import java.util.Optional;

/**
 * Which tolerations a policy forbids the authors of pods, and whom it exempts.
 *
 * @param deny taints that no author may tolerate
 * @param allow tolerations of which one must cover each toleration that an author writes; an empty list allows all
 */
public record Restriction(List<DeniedTaint> deny, List<Toleration> allow, Exemption exempt) {

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

package dev.tolerant.server.cluster;

import dev.tolerant.observed.registration.InstalledGuard;
import java.util.List;

/** How the API server gives pods what it can by itself. */
enum WhileAway {
    CURRENT("", ""),
    OUTDATED(
            "Outdated",
            "while no replica answers, new pods get what policies gave before, or nothing: the leader's log says why it"
                    + " cannot write Injections"),
    NOT_IN_FORCE(
            "NotInForce",
            "while no replica answers, new pods get nothing: the MutatingAdmissionPolicy or its binding is not as installed,"
                    + " and the log says how; helm upgrade brings it back");

    private final String reason;
    private final String message;

    WhileAway(String reason, String message) {
        this.reason = reason;
        this.message = message;
    }

    /**
     * Tells it from admission policies of this release and the stored object.
     *
     * @param seen none until they are known
     * @param outdated whether the object has for a while been saying something else than what is wanted
     */
    static WhileAway of(List<InstalledGuard.Installed> seen, boolean outdated) {
        boolean isInForce = seen.stream()
                .filter(each -> each.guard().keeps().mutates())
                .allMatch(InstalledGuard.Installed::isInForce);
        return isInForce ? outdated ? OUTDATED : CURRENT : NOT_IN_FORCE;
    }

    /** One word, for a condition. */
    String reason() {
        return reason;
    }

    String message() {
        return message;
    }
}

package dev.tolerant.server.cluster;

import dev.tolerant.observed.registration.InstalledGuard;
import java.util.List;

/**
 * The state in which the API server gives pods what it can by itself.
 *
 * @param reason one word for a condition; empty if it gives just that
 * @param effect clause about new pods; empty as the reason is
 * @param asked the API server asks the program too, while a replica answers
 */
record WhileAway(String reason, String effect, boolean asked) {
    static final WhileAway CURRENT = new WhileAway("", "", true);

    private static final String NOT_IN_FORCE = "NotInForce";

    /** None are {@code seen} until they are known; {@code outdated} if the object has for a while not said what is wanted. */
    static WhileAway of(List<InstalledGuard.Installed> seen, boolean outdated, boolean asked) {
        boolean isInForce = seen.stream()
                .filter(each -> each.guard().keeps().mutates())
                .allMatch(InstalledGuard.Installed::isInForce);
        if (!isInForce) {
            return new WhileAway(
                    NOT_IN_FORCE,
                    "new pods get nothing: the MutatingAdmissionPolicy or its binding is not as installed, and the log says how; helm"
                            + " upgrade brings it back",
                    asked);
        }
        return outdated
                ? new WhileAway(
                        "Outdated",
                        "new pods get what policies gave before, or nothing: the leader's log says why it cannot write"
                                + " Injections",
                        asked)
                : new WhileAway("", "", asked);
    }

    boolean isInForce() {
        return !reason.equals(NOT_IN_FORCE);
    }

    boolean isCurrent() {
        return reason.isEmpty();
    }

    /** Puts the time before what new pods get. */
    String sentence(String gets) {
        return (asked ? "while no replica answers, " : "without a webhook, ") + gets;
    }
}

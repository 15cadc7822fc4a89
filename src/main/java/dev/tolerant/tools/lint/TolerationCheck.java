package dev.tolerant.tools.lint;

import dev.tolerant.engine.words.ControlPlane.DaemonSetController;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.Toleration.Operator;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import java.util.List;
import java.util.Optional;

/** Checks a list of tolerations; {@code ofDaemonSet} if their pods stay on failed nodes by the controller's own. */
record TolerationCheck(Findings found, String path, TolerationRules rules, boolean ofDaemonSet) {

    void check(List<Toleration> written) {
        // The DaemonSet controller overwrites some entries in place, and appends others after them.
        List<Toleration> tolerations =
                ofDaemonSet ? DaemonSetController.addedTo(written, false).subList(0, written.size()) : written;
        for (int i = 0; i < tolerations.size(); i++) {
            Toleration toleration = tolerations.get(i);
            Optional<String> violation = rules.violation(toleration);
            if (violation.isPresent()) {
                boolean seconds = !toleration.seconds().never() && toleration.effect() != Effect.NO_EXECUTE;
                add(
                        i,
                        seconds ? LintCode.INVALID_SECONDS : LintCode.INVALID_TOLERATION,
                        "is refused: " + violation.get());
                continue;
            }
            if (!toleration.equals(written.get(i))) {
                add(
                        i,
                        LintCode.SECONDS_OVERWRITTEN,
                        written.get(i) + " loses its seconds to the DaemonSet controller, so its pods stay on failed"
                                + " nodes; leave tolerationSeconds out");
            }
            if (!isShadowed(tolerations, i)) {
                checkAlone(toleration, i);
            }
        }
    }

    private void checkAlone(Toleration toleration, int index) {
        boolean everyKey = toleration.key().isEmpty() && toleration.operator() == Operator.EXISTS;
        boolean evicting = toleration.effect() == Effect.ANY || toleration.effect() == Effect.NO_EXECUTE;
        if (everyKey && evicting && toleration.seconds().never() && !ofDaemonSet) {
            add(
                    index,
                    LintCode.WILDCARD_FOREVER,
                    toleration + " stays on every failed node for good; name the keys that it means");
        }
        if (!toleration.seconds().never() && toleration.seconds().seconds() <= 0) {
            add(
                    index,
                    LintCode.ZERO_SECONDS,
                    toleration + " evicts at once; leave tolerationSeconds out for never evicted");
        }
        String overflow = EvictionTime.overflow(toleration.seconds());
        if (!overflow.isEmpty()) {
            add(
                    index,
                    LintCode.TOO_MANY_SECONDS,
                    toleration + overflow + "; leave tolerationSeconds out for never evicted");
        }
    }

    /** True for an entry that decides nothing because of an earlier one, which is a finding. */
    private boolean isShadowed(List<Toleration> tolerations, int index) {
        Toleration toleration = tolerations.get(index);
        for (int i = 0; i < index; i++) {
            Toleration earlier = tolerations.get(i);
            if (rules.violation(earlier).isEmpty() && earlier.shadows(toleration)) {
                String entry = "entry " + i + ", " + earlier;
                // Only NoExecute has seconds, so the later entry is about it too.
                boolean shortens = earlier.seconds().compareTo(toleration.seconds()) < 0;
                add(
                        index,
                        shortens ? LintCode.DUPLICATE_SHORTENS : LintCode.WITHOUT_EFFECT,
                        shortens
                                ? "comes after " + entry + ", so that pods are evicted sooner than " + toleration
                                        + " says; remove one of them"
                                : toleration + " tolerates nothing that " + entry + ", does not; remove one of them");
                return true;
            }
        }
        return false;
    }

    private void add(int index, LintCode code, String message) {
        found.add(path + "[" + index + "]", code, message);
    }
}

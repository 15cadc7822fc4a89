package dev.tolerant.conformance;

import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.Toleration.Operator;
import dev.tolerant.engine.words.TolerationSeconds;

/**
 * Whether one toleration is a superset of another, in the same steps as isSuperset (k8s.io/kubernetes,
 * pkg/util/tolerations).
 *
 * @param omittedIsEqual whether an omitted operator counts as Equal; in-tree it does only for the covering toleration
 */
record Coverage(boolean omittedIsEqual) {

    boolean covers(Toleration superset, Toleration toleration) {
        if (same(superset, toleration)) {
            return true;
        }
        if (!reaches(superset, toleration)) {
            return false;
        }
        if (superset.effect() == Effect.NO_EXECUTE && isShorter(superset.seconds(), toleration.seconds())) {
            return false;
        }
        return comparesAlike(superset, toleration);
    }

    /** Whether both are exactly equal, except that an omitted operator may count as Equal. */
    boolean same(Toleration one, Toleration other) {
        return normal(one).equals(normal(other));
    }

    private static boolean reaches(Toleration superset, Toleration toleration) {
        boolean everyKey = superset.key().isEmpty() && superset.operator() == Operator.EXISTS;
        boolean key = toleration.key().equals(superset.key()) || everyKey;
        return key && (toleration.effect() == superset.effect() || superset.effect() == Effect.ANY);
    }

    private static boolean isShorter(TolerationSeconds superset, TolerationSeconds seconds) {
        return !superset.never() && (seconds.never() || seconds.seconds() > superset.seconds());
    }

    private boolean comparesAlike(Toleration superset, Toleration toleration) {
        return switch (superset.operator()) {
            case OMITTED, EQUAL ->
                normal(toleration).operator() == Operator.EQUAL
                        && toleration.value().equals(superset.value());
            case EXISTS -> true;
            default -> false;
        };
    }

    private Toleration normal(Toleration toleration) {
        return omittedIsEqual && toleration.operator() == Operator.OMITTED
                ? new Toleration(
                        toleration.key(), Operator.EQUAL, toleration.value(), toleration.effect(), toleration.seconds())
                : toleration;
    }
}

package dev.tolerant.engine.crd;

import dev.tolerant.engine.manifest.Problem;

/** A field of an earlier version of the API, which the schema still knows so that an API server does not drop it. */
final class OldField {
    private static final String WRITE = "is an old field, which does nothing any more: write ";

    private OldField() {}

    /** What to write instead. */
    static String sentence(String instead) {
        return WRITE + instead;
    }

    static boolean isMeantBy(Problem problem) {
        return problem.message().startsWith(WRITE);
    }
}

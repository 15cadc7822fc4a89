package dev.tolerant.bench;

/**
 * The program of the working tree and that of another commit, with the same JVM.
 *
 * @param revision the other commit
 */
record Rival(String revision, Launch ours, Launch theirs) {

    /** A row that compares them, with the JVM in its name. */
    PairRow row(String what, String unit) {
        return PairRow.of(what + ", " + ours.name(), unit, revision);
    }
}

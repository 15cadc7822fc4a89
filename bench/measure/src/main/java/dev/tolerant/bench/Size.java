package dev.tolerant.bench;

import org.jspecify.annotations.Nullable;

/**
 * How much of everything is measured: what was asked for, else as much as about three minutes for each part are enough for.
 *
 * @param quick whether everything is only to be done once
 */
record Size(
        boolean quick,
        @Nullable Integer rounds,
        @Nullable Integer requests,
        @Nullable Integer starts,
        @Nullable Integer pairs) {

    /** A number that the user cannot choose. */
    int of(int usual, int inQuick) {
        return quick ? inQuick : usual;
    }

    int rounds(int usual) {
        return rounds != null ? rounds : of(usual, 1);
    }

    int requests(int usual) {
        return requests != null ? requests : of(usual, 1000);
    }

    int starts(int usual) {
        return starts != null ? starts : of(usual, 1);
    }

    int pairs(int usual) {
        return pairs != null ? pairs : of(usual, 1);
    }

    /** How a start is looked at. */
    ColdStart.Plan coldStart() {
        return quick ? new ColdStart.Plan(200, 2000, 1000, 1, 1) : new ColdStart.Plan(2000, 60_000, 10_000, 10, 5);
    }

    /** How the benchmarks of a checkout are run. */
    Jmh jmh(Jvm jvm, Checkout checkout, int forks) {
        return quick ? new Jmh(jvm, checkout, 1, 0, 1, 50) : new Jmh(jvm, checkout, forks, 4, 12, 250);
    }
}

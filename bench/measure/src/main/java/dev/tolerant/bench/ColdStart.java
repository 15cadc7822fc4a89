package dev.tolerant.bench;

import java.io.IOException;

/**
 * What one start has shown.
 *
 * @param ready seconds from the start of the process until it was ready
 * @param first reviews a second, of the first ones after ready
 * @param next of as many after them
 * @param later of those after the program has answered many
 * @param firstTail p99 of the first seconds at a low rate in a process of its own, in milliseconds; NaN if not measured
 * @param laterTail the same after the program has answered many
 */
record ColdStart(double ready, double first, double next, double later, double firstTail, double laterTail) {

    /**
     * How a start is measured.
     *
     * @param few how many reviews the first ones are
     * @param many after how many the later rate is measured
     * @param counted how many reviews the later rate is measured with
     * @param tailSeconds how long the first reviews at a low rate are sent
     * @param laterTailSeconds how long the later ones are
     */
    record Plan(int few, int many, int counted, int tailSeconds, int laterTailSeconds) {
        static final int TAIL_RATE = 200;

        /** About how long the rates of one start take, in seconds. */
        double seconds() {
            return Launch.SECONDS + (many + counted) / Throughput.SMALL_PER_SECOND * 2;
        }

        /** About how long the rates and the tails of one start take, in seconds. */
        double secondsWithTails() {
            return seconds() + laterTailSeconds + Launch.SECONDS + tailSeconds;
        }

        /** Measures the rates alone. */
        ColdStart rates(Launch launch) throws IOException, InterruptedException {
            try (Server server = launch.start()) {
                return rates(server, small(server));
            }
        }

        /** Measures the rates, and the tail at the beginning. */
        ColdStart ratesAndTail(Launch launch) throws IOException, InterruptedException {
            return rates(launch).withTails(firstTail(launch), Double.NaN);
        }

        /** Measures the rates, and the tails at the beginning and later. */
        ColdStart all(Launch launch) throws IOException, InterruptedException {
            ColdStart rates;
            double laterTail;
            try (Server server = launch.start()) {
                Load load = small(server);
                rates = rates(server, load);
                laterTail = load.milliseconds(TAIL_RATE, laterTailSeconds).percentile(99);
            }
            return rates.withTails(firstTail(launch), laterTail);
        }

        private ColdStart rates(Server server, Load load) throws IOException, InterruptedException {
            double first = load.perSecond(few);
            double next = load.perSecond(few);
            load.perSecond(many - 2 * few);
            double later = load.perSecond(counted);
            return new ColdStart(server.secondsToReady(), first, next, later, Double.NaN, Double.NaN);
        }

        private double firstTail(Launch launch) throws IOException, InterruptedException {
            try (Server server = launch.start()) {
                return small(server).milliseconds(TAIL_RATE, tailSeconds).percentile(99);
            }
        }

        private static Load small(Server server) {
            return new Load(server.url(), BenchReview.file("small"));
        }
    }

    private ColdStart withTails(double atFirst, double afterwards) {
        return new ColdStart(ready, first, next, later, atFirst, afterwards);
    }

    /** How the first rate compares with the later one. */
    double rateRatio() {
        return first / later;
    }

    /** How the first tail compares with the later one. */
    double tailRatio() {
        return firstTail / laterTail;
    }

    /** The figures in words. */
    String text() {
        return "ready after " + new Figure(ready) + " s, first " + new Figure(first) + " /s, next " + new Figure(next)
                + " /s, later " + new Figure(later) + " /s";
    }
}

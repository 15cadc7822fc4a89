package dev.tolerant.bench;

/**
 * An answer, from a line of h2load's log.
 *
 * @param sent when its review was sent, in microseconds of the epoch
 * @param micros how long it took until the answer's end
 */
record Answer(long sent, int status, long micros) {

    static Answer of(String line) {
        String[] columns = line.split("\t");
        return new Answer(Long.parseLong(columns[0]), Integer.parseInt(columns[1]), Long.parseLong(columns[2]));
    }

    /** When the answer was complete, in microseconds of the epoch. */
    long end() {
        return sent + micros;
    }
}

package dev.tolerant.engine.json;

/** A value in a JSON text that is missing, or is of another kind than its reader expects. */
public class UnexpectedJsonException extends Exception {
    private final String path;
    private final String problem;

    /**
     * @param path dotted; empty if the reader began with the value
     * @param problem such as {@code must be a string, but is a number}
     */
    public UnexpectedJsonException(String path, String problem) {
        super(path.isEmpty() ? problem : path + " " + problem, null, false, false);
        this.path = path;
        this.problem = problem;
    }

    /** This, for a reader who began further out, at the object that contains the value below {@code parent}. */
    public UnexpectedJsonException below(String parent) {
        return new UnexpectedJsonException(pathBelow(parent), problem);
    }

    final String pathBelow(String parent) {
        if (parent.isEmpty()) {
            return path;
        }
        return path.isEmpty() ? parent : path.startsWith("[") ? parent + path : parent + "." + path;
    }

    /** Dotted; empty if the reader began with the value. */
    public final String path() {
        return path;
    }

    /** Without the path. */
    public final String problem() {
        return problem;
    }

    /** A part of a JSON text with which the text has more than a reader keeps. */
    public static final class TooMuchJsonException extends UnexpectedJsonException {
        /**
         * @param problem with what to do
         */
        public TooMuchJsonException(String path, String problem) {
            super(path, problem);
        }

        @Override
        public TooMuchJsonException below(String parent) {
            return new TooMuchJsonException(pathBelow(parent), problem());
        }
    }
}

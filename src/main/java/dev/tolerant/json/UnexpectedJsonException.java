package dev.tolerant.json;

/** A value in a JSON text that is missing, or is of another kind than its reader expects. */
public final class UnexpectedJsonException extends Exception {
    private static final long serialVersionUID = 1;

    private final String path;
    private final String problem;

    /**
     * A value that its reader cannot use.
     *
     * @param path the dotted path of the value
     * @param problem what is wrong with it, such as {@code must be a string, but is a number}
     */
    public UnexpectedJsonException(String path, String problem) {
        super(path + " " + problem, null, false, false);
        this.path = path;
        this.problem = problem;
    }

    /** The dotted path of the value. */
    public String path() {
        return path;
    }

    /** What is wrong with the value, without its path. */
    public String problem() {
        return problem;
    }
}

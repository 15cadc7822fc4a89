package dev.tolerant.engine.manifest;

/** A file or an object in it that cannot be used. */
public final class InvalidManifestException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    public InvalidManifestException(Problem problem) {
        super(problem.toString(), null, false, false);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}

package dev.tolerant.cli;

/** How a command ends. */
enum ExitCode {
    FINE(0, "all is well"),
    FOUND(1, "a pod is refused, a file differs, lint has found something or a test has failed"),
    UNUSABLE(2, "an option, a file or a setting cannot be used");

    /** For the help of every command. */
    static final String HEADING = "%nExit codes:%n";

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    int code() {
        return code;
    }

    String meaning() {
        return meaning;
    }
}

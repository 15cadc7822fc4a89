package dev.tolerant.tools;

/** The exit codes of commands; each command says in its help what they mean for it. */
enum ExitCode {
    FINE(0),
    FOUND(1),
    UNUSABLE(2);

    /** For the help of every command. */
    static final String HEADING = "%nExit codes:%n";

    /** The line of all commands that read something. */
    static final String CANNOT_BE_USED = "2:an option, a file or a setting cannot be used";

    /** The line of all commands about a cluster. */
    static final String CANNOT_BE_ASKED = "2:an option, a file, a setting or the cluster cannot be used";

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}

package dev.tolerant.tools;

/** The exit codes of commands, from 0 on; each command says in its help what they mean for it. */
enum ExitCode {
    FINE,
    FOUND,
    UNUSABLE;

    /** The line of all commands that read something. */
    static final String CANNOT_BE_USED = "2:an option, a file or a setting cannot be used";

    int code() {
        return ordinal();
    }
}

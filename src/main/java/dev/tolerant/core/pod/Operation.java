package dev.tolerant.core.pod;

/** The operation of an admission request. */
public enum Operation {
    CREATE,
    UPDATE,
    /** DELETE, CONNECT or an unknown operation, for which the program does nothing. */
    OTHER;

    public static Operation of(String text) {
        return switch (text) {
            case "CREATE" -> CREATE;
            case "UPDATE" -> UPDATE;
            default -> OTHER;
        };
    }
}

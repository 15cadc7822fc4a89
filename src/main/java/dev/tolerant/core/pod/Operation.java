package dev.tolerant.core.pod;

/** What a request does to an object, as an admission review names it. */
public enum Operation {
    CREATE,
    UPDATE,
    /** DELETE, CONNECT and whatever else comes: nothing for this program to do. */
    OTHER;

    public static Operation of(String text) {
        return switch (text) {
            case "CREATE" -> CREATE;
            case "UPDATE" -> UPDATE;
            default -> OTHER;
        };
    }
}

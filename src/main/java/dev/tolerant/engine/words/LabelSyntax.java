package dev.tolerant.engine.words;

/** The syntax of label names and values, which keys and values of taints share (apimachinery, api/validate/content). */
public final class LabelSyntax {
    public static final String NAME =
            "write name or example.com/name, the name with at most 63 letters, digits, -, _ and .";
    public static final String VALUE =
            "write at most 63 letters, digits, -, _ and . that begin and end with a letter or digit";

    private static final int MAX_NAME = 63;
    public static final int MAX_SUBDOMAIN = 253;

    private static final String EVERY = "*";

    private LabelSyntax() {}

    /** True for the name itself, and for what begins as a name does that ends in {@code *}. */
    public static boolean isNamed(String text, String name) {
        return name.endsWith(EVERY)
                ? text.startsWith(name.substring(0, name.length() - EVERY.length()))
                : text.equals(name);
    }

    /** {@code name} or {@code prefix/name}: a DNS subdomain of at most 253 characters, a name of at most 63. */
    public static boolean isName(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return isNamePart(text, 0);
        }
        return slash <= MAX_SUBDOMAIN && isSubdomain(text, slash) && isNamePart(text, slash + 1);
    }

    /** Empty, or at most 63 letters, digits, dashes, underscores and dots that begin and end with a letter or digit. */
    public static boolean isValue(String text) {
        return text.isEmpty() || isNamePart(text, 0);
    }

    /** A DNS subdomain of at most 253 characters, as the names of nodes are. */
    public static boolean isSubdomain(String text) {
        return text.length() <= MAX_SUBDOMAIN && isSubdomain(text, text.length());
    }

    private static boolean isNamePart(String text, int start) {
        int length = text.length() - start;
        if (length < 1 || length > MAX_NAME) {
            return false;
        }
        if (!isLetterOrDigit(text.charAt(start)) || !isLetterOrDigit(text.charAt(text.length() - 1))) {
            return false;
        }
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isLetterOrDigit(c) && c != '-' && c != '_' && c != '.') {
                return false;
            }
        }
        return true;
    }

    /** Dot-separated parts of lower-case letters, digits and inner dashes. */
    private static boolean isSubdomain(String text, int end) {
        char before = '.';
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            boolean fits =
                    isLowerCaseOrDigit(c) || (c == '-' && before != '.') || (c == '.' && isLowerCaseOrDigit(before));
            if (!fits) {
                return false;
            }
            before = c;
        }
        return isLowerCaseOrDigit(before);
    }

    private static boolean isLetterOrDigit(char c) {
        return isLowerCaseOrDigit(c) || (c >= 'A' && c <= 'Z');
    }

    private static boolean isLowerCaseOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }
}

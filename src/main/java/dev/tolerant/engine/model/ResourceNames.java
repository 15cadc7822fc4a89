package dev.tolerant.engine.model;

/** Which resource names are extended resources (pkg/apis/core/v1/helper in k8s.io/kubernetes). */
public final class ResourceNames {
    private static final String QUOTA_PREFIX = "requests.";

    private static final String EVERY = "*";

    private ResourceNames() {}

    /** Whether an extended resource can have this name, or begin with it if it ends in {@code *}. */
    public static boolean namesExtended(String name) {
        return isExtended(name.endsWith(EVERY) ? name.substring(0, name.length() - EVERY.length()) + "x" : name);
    }

    /**
     * Whether this is an extended resource. As in the API, any name that contains {@code kubernetes.io/} is one of
     * Kubernetes itself, even within a longer domain.
     */
    public static boolean isExtended(String name) {
        return name.indexOf('/') >= 0
                && !name.contains("kubernetes.io/")
                && !name.startsWith(QUOTA_PREFIX)
                && LabelSyntax.isName(QUOTA_PREFIX.concat(name));
    }
}

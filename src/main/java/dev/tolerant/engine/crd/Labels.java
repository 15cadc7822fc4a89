package dev.tolerant.engine.crd;

/** The forms of label names and values, which keys and values of taints share, as regular expressions. */
final class Labels {
    /** Lower-case letters, digits and inner dashes, in parts that dots separate. */
    static final String SUBDOMAIN = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";

    /** {@code name} or {@code prefix/name}. */
    static final String NAME = "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?"
            + "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$";

    /** A {@link #NAME} or nothing. */
    static final String NAME_OR_EMPTY = "^(([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?"
            + "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$";

    /** Empty, or letters, digits, dashes, underscores and dots that begin and end with a letter or digit. */
    static final String VALUE = "^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$";

    private Labels() {}
}

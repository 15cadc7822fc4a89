package dev.tolerant.intree;

/** Where this program deliberately does not follow the in-tree plugins; see docs/adr/0004. */
public enum Difference {
    /** The author's own entry wins over what a namespace or a controller's rule would put in its place. */
    AUTHOR_WINS,
    /** A namespace default shorter than the API server's 300 s works. */
    SHORT_DEFAULT,
    /** An extended resource asked for at quantity zero adds nothing. */
    ZERO_QUANTITY,
    /** Only a toleration that matches the taint stands in the way of the default, not any of the same key. */
    REAL_MATCHING,
    /** What a rule, the namespace or the API server gives a pod is exempt from the whitelist. */
    GIVEN_IS_EXEMPT,
    /** An omitted operator is Equal, in whitelists too. */
    OMITTED_IS_EQUAL,
    /** No entry of a pod is dropped because another covers it. */
    NEVER_COLLAPSED,
    /** Nothing is added behind an entry that tolerates all that it does: the first match decides. */
    ALREADY_COVERED,
    /** UPDATE gives back what the stored pod had, and adds nothing new. */
    UPDATE_RESTORES,
    /** An annotation that cannot be read warns instead of failing the pod. */
    UNREADABLE_WARNS,
    /** There is no cluster-wide Configuration file. */
    NO_CONFIGURATION_FILE
}

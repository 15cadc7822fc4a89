package dev.tolerant.intree;

/** A deliberate difference from the in-tree plugins; see docs/adr/0004. */
public enum Difference {
    AUTHOR_WINS("an author's own entry wins over what a namespace or a controller's rule would put in its place"),
    SHORT_DEFAULT("a namespace default shorter than the API server's 300 s works, where in-tree drops it as covered"),
    ZERO_QUANTITY("an extended resource asked for at quantity zero adds nothing"),
    REAL_MATCHING("only a toleration that matches the taint suppresses the default, not any entry with the same key"),
    GIVEN_IS_EXEMPT("what a rule, the namespace or the API server gives a pod is exempt from the whitelist"),
    OMITTED_IS_EQUAL("an omitted operator is Equal everywhere, also where in-tree compares its text"),
    NEVER_COLLAPSED("no entry of a pod is dropped because another covers it"),
    ALREADY_COVERED("nothing is added after an entry that tolerates all that it does: the first match decides"),
    UPDATE_RESTORES("UPDATE gives back what the stored pod had, and adds nothing new"),
    UNREADABLE_WARNS("an annotation that cannot be read warns instead of failing the pod"),
    NO_CONFIGURATION_FILE("there is no cluster-wide Configuration file");

    private final String sentence;

    Difference(String sentence) {
        this.sentence = sentence;
    }

    @Override
    public String toString() {
        return name() + " (" + sentence + ")";
    }
}

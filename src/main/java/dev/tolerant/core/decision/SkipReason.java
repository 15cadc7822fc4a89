package dev.tolerant.core.decision;

/** Why the program answers a review without asking the rules for additions. */
public enum SkipReason {
    OPERATION("operation", "only CREATE and UPDATE change a pod"),
    SUBRESOURCE("subresource", "subresources carry no tolerations"),
    KIND("kind", "no rule knows this kind"),
    MALFORMED("malformed", "the pod is not in the form of the API"),
    MIRROR_POD("mirror-pod", "a static pod's mirror must stay as its node wrote it"),
    POD_OPTED_OUT("pod-opted-out", "the pod is labelled tolerant.dev/inject=false"),
    NAMESPACE_OPTED_OUT("namespace-opted-out", "the namespace is labelled tolerant.dev/inject=false"),
    TEMPLATE_UNCHANGED("template-unchanged", "the update does not change the DaemonSet's template"),
    INTERNAL("internal", "the decision failed for a reason of our own");

    private final String code;
    private final String sentence;

    SkipReason(String code, String sentence) {
        this.code = code;
        this.sentence = sentence;
    }

    public String code() {
        return code;
    }

    public String sentence() {
        return sentence;
    }
}

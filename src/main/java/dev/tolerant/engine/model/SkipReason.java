package dev.tolerant.engine.model;

/** Why the program answers a review without asking the rules for additions. */
public enum SkipReason {
    OPERATION("operation", "only CREATE and UPDATE change a pod"),
    SUBRESOURCE("subresource", "subresources carry no tolerations"),
    KIND("kind", "no rule applies to this kind"),
    MALFORMED("malformed", "the pod is malformed"),
    TOO_LARGE("too-large", "the pod has more of something than the rules decide about"),
    MIRROR_POD("mirror-pod", "a mirror pod must stay as its kubelet wrote it"),
    POD_OPTED_OUT("pod-opted-out", "the pod is labelled tolerant.dev/inject=false"),
    NAMESPACE_OPTED_OUT("namespace-opted-out", "the namespace is labelled tolerant.dev/inject=false"),
    TEMPLATE_UNCHANGED("template-unchanged", "the update does not change the DaemonSet's template"),
    KEEPER("keeper", "the update is the fleet keeper's own"),
    INTERNAL("internal", "an internal error prevented a decision");

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

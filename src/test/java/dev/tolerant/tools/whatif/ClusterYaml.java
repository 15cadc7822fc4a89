package dev.tolerant.tools.whatif;

/** Objects of a cluster, as YAML. */
final class ClusterYaml {
    /** Others may not tolerate the taint of a pool, and nobody is exempt. */
    static final String KEEP_OUT = policy(
            "keep-out",
            "{match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: dedicated}]}}");

    private ClusterYaml() {}

    static String policy(String name, String spec) {
        return "---\napiVersion: tolerant.dev/v1alpha1\nkind: TolerationPolicy\nmetadata: {name: " + name + "}\nspec: "
                + spec + "\n";
    }

    static String namespace(String name) {
        return "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: " + name
                + ", labels: {kubernetes.io/metadata.name: " + name + "}}\n";
    }

    /** @param taints a list */
    static String node(String name, String labels, String taints) {
        return "---\napiVersion: v1\nkind: Node\nmetadata: {name: " + name + ", labels: " + labels
                + "}\nspec: {taints: " + taints + "}\n";
    }

    /** A workload of namespace shop with a template of this spec, which is written between braces. */
    static String workload(String version, String kind, String name, String spec) {
        return "---\napiVersion: " + version + "\nkind: " + kind + "\nmetadata: {name: " + name
                + ", namespace: shop}\nspec: {template: {metadata: {labels: {app: " + name + "}}, spec: {" + spec
                + "}}}\n";
    }

    static String deployment(String name, String spec) {
        return workload("apps/v1", "Deployment", name, spec);
    }

    static String daemonSet(String name, String spec) {
        return workload("apps/v1", "DaemonSet", name, spec);
    }

    /** A stored pod of namespace shop whose author wrote no tolerations, with the API server's own. */
    static String pod(String name, String owner) {
        return pod(name, owner, "", "");
    }

    /**
     * A stored pod of namespace shop whose author wrote no tolerations, with the API server's own.
     *
     * @param owner the controller reference between braces; empty for none
     * @param metadata what else is there, such as {@code "labels: {a: b}, "}
     * @param spec what else is there, such as {@code "nodeName: n1, "}
     */
    static String pod(String name, String owner, String metadata, String spec) {
        return "---\napiVersion: v1\nkind: Pod\nmetadata: {name: " + name + ", namespace: shop, uid: " + name
                + ", resourceVersion: '7', " + metadata + "ownerReferences: ["
                + (owner.isEmpty() ? "" : "{controller: true, " + owner + "}")
                + "], managedFields: [{manager: m, operation: Update, fieldsType: FieldsV1,"
                + " fieldsV1: {f:spec: {f:containers: {}}}}]}\nspec: {" + spec + "tolerations: ["
                + "{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300},"
                + "{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300}"
                + "]}\n";
    }
}

package dev.tolerant.chart;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelFunctionBinding;
import java.util.List;
import java.util.Set;

/**
 * What expressions ask for the requester's rights.
 *
 * @param rights each as {@code verb resource.group}
 * @param asked the group and resource so far
 */
public record Authorizer(Set<String> rights, String asked) {
    static final CelType TYPE = OpaqueType.create("kubernetes.authorization.Authorizer");

    private static final CelType GROUP = OpaqueType.create("kubernetes.authorization.GroupCheck");
    private static final CelType RESOURCE = OpaqueType.create("kubernetes.authorization.ResourceCheck");
    private static final CelType DECISION = OpaqueType.create("kubernetes.authorization.Decision");

    static final List<CelFunctionDecl> FUNCTIONS = List.of(
            method("group", "authorizer_group", GROUP, TYPE, SimpleType.STRING),
            method("resource", "groupcheck_resource", RESOURCE, GROUP, SimpleType.STRING),
            method("check", "resourcecheck_check", DECISION, RESOURCE, SimpleType.STRING),
            method("allowed", "decision_allowed", SimpleType.BOOL, DECISION));

    static final List<CelFunctionBinding> BINDINGS = List.of(
            CelFunctionBinding.from(
                    "authorizer_group",
                    Authorizer.class,
                    String.class,
                    (all, group) -> new Authorizer(all.rights, group.isEmpty() ? "" : "." + group)),
            CelFunctionBinding.from(
                    "groupcheck_resource",
                    Authorizer.class,
                    String.class,
                    (group, resource) -> new Authorizer(group.rights, resource + group.asked)),
            CelFunctionBinding.from(
                    "resourcecheck_check",
                    Authorizer.class,
                    String.class,
                    (resource, verb) -> new Authorizer(resource.rights, verb + " " + resource.asked)),
            CelFunctionBinding.from(
                    "decision_allowed", Authorizer.class, decision -> decision.rights.contains(decision.asked)));

    /** Of a requester with these rights. */
    public static Authorizer with(Set<String> rights) {
        return new Authorizer(rights, "");
    }

    private static CelFunctionDecl method(String name, String id, CelType result, CelType... receiverAndArguments) {
        return CelFunctionDecl.newFunctionDeclaration(
                name, CelOverloadDecl.newMemberOverload(id, result, receiverAndArguments));
    }
}

package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** That nobody else may tolerate what the policy gives. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class ReserveSpec {
    static final String ASKS_FOR_A_LABEL = "!has(self.reserve) || (has(self.match.namespaceSelector)"
            + " && ((has(self.match.namespaceSelector.matchLabels) && self.match.namespaceSelector.matchLabels.size() > 0)"
            + " || (has(self.match.namespaceSelector.matchExpressions)"
            + " && self.match.namespaceSelector.matchExpressions.exists(e, e.operator in ['In', 'Exists']))))";
    static final String NEEDS_A_LABEL =
            "reserve needs a match.namespaceSelector that asks for a label (matchLabels, In or"
                    + " Exists): without one every namespace could be inside";
    static final String GIVES_KEYS =
            "!has(self.reserve) || !has(self.tolerations) || self.tolerations.all(t, has(t.key) && t.key.size() > 0)";
    static final String NEEDS_KEYS =
            "reserve needs a key in each of spec.tolerations: without one every taint of the cluster would be reserved";
    static final String RESERVES_SOMETHING = "!has(self.reserve) || has(self.nodes)"
            + " || (has(self.tolerations) && self.tolerations.size() > 0)"
            + " || (has(self.reserve.taints) && self.reserve.taints.size() > 0)";
    static final String NEEDS_SOMETHING =
            "reserve needs something to reserve: spec.tolerations, or spec.reserve.taints";
    static final String CONTROL_PLANE =
            "must not have keys that begin with node.kubernetes.io/ or node.cloudprovider.kubernetes.io/:"
                    + " these taints are the control plane's";
    static final String EVERYBODY =
            "must not name a group of every user or of every controller: it would exempt everybody";
    static final String CONTROLLERS =
            "must not name a controller of kube-system, which makes pods for others: it would exempt everybody";

    @JsonPropertyDescription("Taints that are reserved beside those that the policy gives.")
    @Size(max = 64)
    @ValidationRule(
            value =
                    "self.all(t, !t.key.startsWith('node.kubernetes.io/') && !t.key.startsWith('node.cloudprovider.kubernetes.io/'))",
            message = CONTROL_PLANE)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public List<ReservedTaintSpec> taints = new ArrayList<>();

    @JsonPropertyDescription(
            "Users, groups, service accounts and namespaces that may tolerate it too; one match is enough.")
    @ValidationRule(
            value =
                    "!has(self.groups) || !self.groups.exists(g, g in ['system:authenticated', 'system:serviceaccounts',"
                            + " 'system:serviceaccounts:kube-system'])",
            message = EVERYBODY)
    @ValidationRule(
            value = "!has(self.users) || !self.users.exists(u, u == 'system:kube-controller-manager'"
                    + " || u.startsWith('system:serviceaccount:kube-system:'))",
            message = CONTROLLERS)
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable ExemptSpec exempt;
}

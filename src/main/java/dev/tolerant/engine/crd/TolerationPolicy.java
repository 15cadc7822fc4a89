package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** Which pods get which tolerations and node affinity, and which tolerations their authors may not write. */
@Group("tolerant.dev")
@Version("v1alpha1")
@Kind("TolerationPolicy")
@Singular("tolerationpolicy")
@Plural("tolerationpolicies")
@ShortNames("tolp")
@AdditionalPrinterColumn(name = "Mode", jsonPath = ".spec.mode", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Priority", jsonPath = ".spec.priority", type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
        name = "Accepted",
        jsonPath = ".status.conditions[?(@.type==\"Accepted\")].status",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Reason",
        jsonPath = ".status.conditions[?(@.type==\"Accepted\")].reason",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
@JsonClassDescription(
        "A TolerationPolicy says which pods get which tolerations and node affinity, and which taints are reserved for them.")
public class TolerationPolicy extends CustomResource<TolerationPolicySpec, TolerationPolicyStatus> {

    @Override
    @Required
    public TolerationPolicySpec getSpec() {
        return super.getSpec();
    }

    @Override
    protected TolerationPolicySpec initSpec() {
        return new TolerationPolicySpec();
    }

    /** Absent until somebody reports on the policy. */
    @Override
    protected @Nullable TolerationPolicyStatus initStatus() {
        return null;
    }
}

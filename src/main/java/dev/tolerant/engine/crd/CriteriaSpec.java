package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conditions on a pod: all that are given must hold; for a list, one matching entry is enough. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class CriteriaSpec {
    static final String OWNER_KIND = "^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?[A-Z][A-Za-z0-9]{0,62}$";

    @JsonPropertyDescription("Labels of the pod's namespace; {} matches every namespace.")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable SelectorSpec namespaceSelector;

    @JsonPropertyDescription("Labels of the pod; {} matches every pod.")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable SelectorSpec podSelector;

    @JsonPropertyDescription(
            "Kinds of the pod's direct controller: ReplicaSet for pods of a Deployment, Job for those of a CronJob;"
                    + " group/Kind for controllers that are not Kubernetes' own.")
    @Size(max = 32)
    @ValidationRule(
            value = "!self.exists(kind, kind in ['Deployment', 'CronJob'])",
            message = "ownerKinds are direct controllers: say ReplicaSet for Deployment and Job for CronJob")
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public List<@Size(max = 317) @Pattern(OWNER_KIND) String> ownerKinds = new ArrayList<>();

    @JsonPropertyDescription("The pod requests more than zero of one of these, such as nvidia.com/gpu.")
    @Size(max = 64)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public List<@Size(max = 317) @Pattern(Labels.NAME) String> resources = new ArrayList<>();

    @JsonPropertyDescription("The pod's priorityClassName is one of these.")
    @Size(max = 64)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public List<@Size(max = 253) @Pattern(Labels.SUBDOMAIN) String> priorityClassNames = new ArrayList<>();
}

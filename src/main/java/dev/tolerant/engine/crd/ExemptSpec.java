package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.ArrayList;
import java.util.List;

/** Who may tolerate what a policy reserves, beside the pods of its namespaces: one match is enough. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class ExemptSpec {
    @JsonPropertyDescription("Groups of whoever creates the pod, which for workloads is a controller.")
    @Size(max = 64)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public List<@Size(min = 1, max = 512) String> groups = new ArrayList<>();

    @JsonPropertyDescription("Users who create the pod, by name; for workloads the creator is a controller.")
    @Size(max = 64)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public List<@Size(min = 1, max = 512) String> users = new ArrayList<>();

    @JsonPropertyDescription(
            "The pod's own service account, as namespace/name, or namespace/* for every one of a namespace.")
    @Size(max = 64)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public List<
                    @Size(max = 317)
                    @Pattern("^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?/([*]|[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?)$") String>
            serviceAccounts = new ArrayList<>();

    @JsonPropertyDescription("Names of the pod's namespace.")
    @Size(max = 64)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public List<@Size(max = 63) @Pattern("^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$") String> namespaces = new ArrayList<>();
}

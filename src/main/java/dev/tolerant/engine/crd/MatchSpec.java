package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which pods a policy is for: all conditions that are given must hold, and nothing may exclude the pod. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class MatchSpec extends CriteriaSpec {
    static final String OS = "^[a-z][a-z0-9-]{0,62}$";

    @JsonPropertyDescription("Node labels that the pod itself asks for, in spec.nodeSelector or in every term of its"
            + " required node affinity.")
    @Size(max = 16)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public Map<String, @Size(max = 63) @Pattern(Labels.VALUE) String> nodeSelector = new LinkedHashMap<>();

    @JsonPropertyDescription(
            "The pod's spec.os.name; of a pod without one, what it asks of the label kubernetes.io/os.")
    @Size(max = 63)
    @Pattern(OS)
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable String os;

    @JsonPropertyDescription("Pods that meet all conditions of one entry do not match.")
    @Size(max = 16)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public List<ExcludeSpec> exclude = new ArrayList<>();
}

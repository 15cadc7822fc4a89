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

/** Which tolerations the authors of pods may not write; deny beats allow. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class RestrictSpec {
    @JsonPropertyDescription("Taints that no author may tolerate.")
    @Size(max = 64)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public List<DeniedTaintSpec> deny = new ArrayList<>();

    @JsonPropertyDescription("The only tolerations that an author may write; omit it to allow all.")
    @Size(max = 64)
    @ValidationRule(
            value = "size(self) > 0",
            message = "must not be empty: omit it to allow every toleration that deny does not name")
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public @Nullable List<TolerationSpec> allow;

    @JsonPropertyDescription("Users, groups, service accounts and namespaces that the restriction does not apply to;"
            + " one match is enough.")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable ExemptSpec exempt;
}

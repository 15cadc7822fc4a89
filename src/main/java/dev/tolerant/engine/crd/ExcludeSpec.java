package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.generator.annotation.ValidationRule;

/** Pods that a policy is not for: those that meet all conditions, of which there is at least one. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(
        value = "(has(self.namespaceSelector)"
                + " && ((has(self.namespaceSelector.matchLabels) && size(self.namespaceSelector.matchLabels) > 0)"
                + " || (has(self.namespaceSelector.matchExpressions)"
                + " && size(self.namespaceSelector.matchExpressions) > 0)))"
                + " || (has(self.podSelector)"
                + " && ((has(self.podSelector.matchLabels) && size(self.podSelector.matchLabels) > 0)"
                + " || (has(self.podSelector.matchExpressions) && size(self.podSelector.matchExpressions) > 0)))"
                + " || (has(self.ownerKinds) && size(self.ownerKinds) > 0)"
                + " || (has(self.resources) && size(self.resources) > 0)"
                + " || (has(self.priorityClassNames) && size(self.priorityClassNames) > 0)",
        message = "must not be empty: an empty entry would exclude every pod")
@JsonClassDescription("Conditions on a pod, at least one; a pod that meets all of them does not match the policy.")
public class ExcludeSpec extends CriteriaSpec {}

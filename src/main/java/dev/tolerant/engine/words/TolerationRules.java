package dev.tolerant.engine.words;

import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration.CanonicalInteger;
import dev.tolerant.engine.words.Toleration.Operator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The API's validation of a toleration (ValidateTolerations in k8s.io/kubernetes, pkg/apis/core/validation).
 *
 * @param comparisonOperators true where Lt and Gt are accepted, as on clusters with TaintTolerationComparisonOperators
 */
public record TolerationRules(boolean comparisonOperators) {

    /** The first rule that the toleration breaks, as a sentence that names the field and what to do. */
    public Optional<String> violation(Toleration toleration) {
        return Optional.ofNullable(firstViolation(toleration));
    }

    private @Nullable String firstViolation(Toleration toleration) {
        if (toleration.effect() == Effect.UNKNOWN) {
            return "effect must be NoSchedule, PreferNoSchedule, NoExecute or absent";
        }
        if (toleration.operator() == Operator.UNKNOWN) {
            return comparisonOperators
                    ? "operator must be Exists, Equal, Lt or Gt"
                    : "operator must be Exists or Equal";
        }
        if (toleration.operator().comparesNumbers() && !comparisonOperators) {
            return "operator " + toleration.operator().text()
                    + " needs a cluster with TaintTolerationComparisonOperators and tolerant.comparison-operators=true";
        }
        if (toleration.key().isEmpty() && toleration.operator() != Operator.EXISTS) {
            return "operator must be Exists when key is empty, which means every key and every value";
        }
        if (!toleration.key().isEmpty() && !LabelSyntax.isName(toleration.key())) {
            return "key must be a label name such as example.com/pool";
        }
        if (!toleration.seconds().never() && toleration.effect() != Effect.NO_EXECUTE) {
            return "tolerationSeconds needs effect NoExecute";
        }
        return valueViolation(toleration);
    }

    private static @Nullable String valueViolation(Toleration toleration) {
        return switch (toleration.operator()) {
            case EXISTS -> toleration.value().isEmpty() ? null : "value must be empty when operator is Exists";
            case LT, GT ->
                CanonicalInteger.is(toleration.value())
                        ? null
                        : "value must be a 64-bit whole number without plus or leading zeros when operator is Lt or Gt";
            default ->
                LabelSyntax.isValue(toleration.value())
                        ? null
                        : "value must be a label value: at most 63 letters, digits, '-', '_' and '.'";
        };
    }
}

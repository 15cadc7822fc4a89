package dev.tolerant.cli.suite;

import dev.tolerant.core.toleration.Effect;
import dev.tolerant.core.toleration.Operator;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationSeconds;
import org.jspecify.annotations.Nullable;

/** A toleration as a suite writes it, in the form of the API. */
record ExpectedToleration(
        @Nullable String key,
        @Nullable String operator,
        @Nullable String value,
        @Nullable String effect,
        @Nullable Long tolerationSeconds) {

    Toleration toleration() {
        return new Toleration(
                        key == null ? "" : key,
                        Operator.of(operator == null ? "" : operator),
                        value == null ? "" : value,
                        Effect.of(effect == null ? "" : effect),
                        tolerationSeconds == null ? TolerationSeconds.NEVER : TolerationSeconds.of(tolerationSeconds))
                .withMeaning();
    }
}

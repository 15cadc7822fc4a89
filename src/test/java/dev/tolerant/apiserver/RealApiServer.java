package dev.tolerant.apiserver;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives all tests the same {@link ClusterUnderTest}, which is cleared after each and stops after the last of them. Without the binaries it skips
 * them and prints one conspicuous notice.
 */
final class RealApiServer implements ExecutionCondition, ParameterResolver, AfterEachCallback {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(RealApiServer.class);

    /** The cluster, or why it did not start, so that the tests do not retry a failed start. */
    private record Started(Optional<ClusterUnderTest> cluster, Optional<Throwable> failure) implements AutoCloseable {
        @Override
        public void close() {
            cluster.ifPresent(ClusterUnderTest::close);
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (Assets.in(System.getenv()).isPresent()) {
            return ConditionEvaluationResult.enabled(Assets.VARIABLE + " is set");
        }
        context.getRoot().getStore(NAMESPACE).computeIfAbsent("said", key -> say());
        return ConditionEvaluationResult.disabled(
                Assets.VARIABLE + " does not name a folder with kube-apiserver and etcd");
    }

    private static boolean say() {
        System.err.println();
        System.err.println(Assets.HOW_TO_GET_THEM);
        System.err.flush();
        return true;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == ClusterUnderTest.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Started started =
                context.getRoot().getStore(NAMESPACE).computeIfAbsent(Started.class, key -> start(), Started.class);
        return started.cluster()
                .orElseThrow(() -> new IllegalStateException(
                        "the cluster did not start: "
                                + started.failure().map(Throwable::getMessage).orElse(""),
                        started.failure().orElse(null)));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Started started = context.getRoot().getStore(NAMESPACE).get(Started.class, Started.class);
        if (started != null) {
            started.cluster().ifPresent(ClusterUnderTest::clear);
        }
    }

    private static Started start() {
        try {
            Assets assets = Assets.in(System.getenv()).orElseThrow();
            return new Started(Optional.of(ClusterUnderTest.start(assets)), Optional.empty());
        } catch (IOException | RuntimeException | Error failed) {
            return new Started(Optional.empty(), Optional.of(failed));
        }
    }
}

package dev.tolerant.monitoring;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips tests where Prometheus is not installed, and prints one conspicuous notice. */
final class PrometheusOnThePath implements ExecutionCondition {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(PrometheusOnThePath.class);
    private static final String NOTICE = """

            ************************************************************************
            Tests of alerts and dashboard are skipped: promtool is not on the
            PATH. On Debian: apt-get install prometheus
            ************************************************************************
            """;

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (isOnThePath("promtool")) {
            return ConditionEvaluationResult.enabled("promtool is on the PATH");
        }
        context.getRoot().getStore(NAMESPACE).computeIfAbsent("said", key -> say());
        return ConditionEvaluationResult.disabled("promtool is not on the PATH");
    }

    private static boolean isOnThePath(String command) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, command)));
    }

    private static boolean say() {
        System.err.println(NOTICE);
        System.err.flush();
        return true;
    }
}

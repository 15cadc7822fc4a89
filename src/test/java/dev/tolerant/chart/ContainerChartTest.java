package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.RenderedChart;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the chart gives the program's container, written to files with which {@code .ci/image} starts the image. */
class ContainerChartTest {
    private static final Path FOLDER = Path.of("target/container");
    /** A program that can start without a cluster, and 60 seconds, which show in its answers. */
    private static final String VALUES = """
            certificates: {mode: existingSecret, existingSecret: {name: webhook-tls, caBundle: LS0tCg==}}
            settings:
              rules: {nodeFailure: {notReady: 60, unreachable: 60}}
              extraProperties: {tolerant.policies.source: none}
            """;

    private final RenderedChart chart = RenderedChart.with(VALUES);
    private final PodSpec pod =
            chart.only(Deployment.class).getSpec().getTemplate().getSpec();
    private final Container container = pod.getContainers().get(0);

    @Test
    void argumentsEnvironmentMountsAndSettingsOfTheContainerAreWrittenForTheImage() throws IOException {
        assertThat(pod.getContainers()).hasSize(1);
        assertThat(pod.getInitContainers()).isEmpty();
        assertThat(container.getCommand()).isEmpty();
        assertThat(container.getEnvFrom()).isEmpty();
        assertThat(container.getEnv())
                .allSatisfy(variable -> assertThat(variable.getValueFrom()).isNull());
        Files.createDirectories(FOLDER.resolve("settings"));

        write("arguments", container.getArgs());
        write(
                "environment",
                container.getEnv().stream()
                        .map(variable -> variable.getName() + "=" + variable.getValue())
                        .toList());
        write(
                "mounts",
                container.getVolumeMounts().stream()
                        .map(mount -> mount.getName() + " " + mount.getMountPath())
                        .toList());
        chart.named(ConfigMap.class, RenderedChart.NAME)
                .getData()
                .forEach((name, text) -> write("settings/" + name, text.lines().toList()));

        assertThat(lines("environment")).anyMatch(line -> line.startsWith("JAVA_TOOL_OPTIONS=-XX:"));
        assertThat(lines("mounts"))
                .extracting(line -> line.split(" ")[0])
                .containsExactlyInAnyOrder("settings", "certificate", "tmp");
        assertThat(lines("settings/application.properties"))
                .contains(
                        "tolerant.policies.source=none",
                        "tolerant.rules.node-failure.not-ready=60",
                        "tolerant.certificate.mode=mounted",
                        "quarkus.http.insecure-requests=disabled");
    }

    private static void write(String name, List<String> lines) {
        assertThat(lines).as(name).noneMatch(line -> line.contains("\n"));
        try {
            Files.write(FOLDER.resolve(name), lines);
        } catch (IOException unwritable) {
            throw new AssertionError(name, unwritable);
        }
    }

    private static List<String> lines(String name) throws IOException {
        return Files.readAllLines(FOLDER.resolve(name));
    }
}

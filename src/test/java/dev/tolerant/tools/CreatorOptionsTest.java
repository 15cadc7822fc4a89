package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command asks for pods as whoever makes them. */
class CreatorOptionsTest {
    private static final String POOL = "tolerations: [{key: pool, operator: Exists, effect: NoSchedule}]";

    @TempDir
    private Path directory;

    private Path policies;
    private Path list;

    @BeforeEach
    void onlyJaneMayUseThePool() throws IOException {
        policies = Files.createDirectory(directory.resolve("policies"));
        Files.writeString(policies.resolve("keep-out.yaml"), """
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: keep-out}
                spec:
                  match: {namespaceSelector: {matchLabels: {team: ml}}}
                  reserve:
                    taints: [{key: pool}]
                    exempt: {users: [jane]}
                """);
        list = Files.writeString(directory.resolve("list.yaml"), """
                apiVersion: v1
                kind: List
                items:
                - apiVersion: batch/v1
                  kind: Job
                  metadata: {name: train, namespace: ml}
                  spec: {template: {spec: {%1$s}}}
                - apiVersion: v1
                  kind: Pod
                  metadata:
                    name: train-x7k
                    namespace: ml
                    ownerReferences: [{apiVersion: batch/v1, kind: Job, name: train, controller: true}]
                  spec: {%1$s}
                """.formatted(POOL));
    }

    @Test
    void aControllerAsksForItsPodsInListsToo() {
        CommandRun run = CommandRun.of("explain", "-f", list.toString(), "--from", policies.toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.out().split("refused: TolerationPolicy", -1)).hasSize(3);
    }

    @Test
    void aSuiteAsksAsTheOthersDo() throws IOException {
        Files.writeString(directory.resolve("pod.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: train-x7k
                  ownerReferences: [{apiVersion: batch/v1, kind: Job, name: train, controller: true}]
                spec: {%s}
                """.formatted(POOL));
        Path suite = Files.writeString(directory.resolve("suite.yaml"), """
                policies: policies
                tests:
                - {name: controller, pod: pod.yaml, expect: {verdict: refused}}
                - {name: jane, pod: pod.yaml, as: jane, expect: {verdict: unchanged}}
                """);

        CommandRun run = CommandRun.of("test", suite.toString());

        assertThat(run.out()).endsWith("2 tests, 0 failed\n");
    }
}

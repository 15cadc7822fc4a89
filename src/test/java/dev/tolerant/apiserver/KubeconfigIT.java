package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program with the kubeconfig of somebody who develops it. */
class KubeconfigIT {
    private static final Map<String, String> SETTINGS = Map.of("tolerant.policies.source", "cluster");

    @TempDir
    private Path directory;

    private Path kubeconfig(String text) throws IOException {
        return Files.writeString(directory.resolve("config"), text);
    }

    @Test
    void oneThatIsNoneIsOneSentence() throws IOException {
        Path kubeconfig = kubeconfig("{apiVersion: v1, clusters: [");
        FreePorts ports = FreePorts.find(2);

        try (ServerProcess program = ServerProcess.start(
                "tolerant-without-kubeconfig",
                ProgramUnderTest.command(ports.next(), ports.next(), SETTINGS),
                Map.of("KUBECONFIG", kubeconfig.toString()))) {
            await().atMost(Duration.ofSeconds(60)).until(() -> !program.isAlive());

            assertThat(program.log().strip())
                    .isEqualTo(kubeconfig
                            + " is not a kubeconfig: it is not YAML or JSON at line 1, column 29; write clusters, users"
                            + " and contexts as YAML or JSON");
        }
    }
}

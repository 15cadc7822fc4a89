package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the tests watch the processes that they start. */
class ServerProcessTest {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @Test
    void aProcessThatEndsIsReportedAtOnceWithTheEndOfItsLog() {
        ServerProcess process = ServerProcess.start("version", List.of(JAVA, "-version"), Map.of());

        assertThatThrownBy(() -> process.awaitReady(() -> false))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("version did not get ready; the end of ")
                .hasMessageContaining("version \"");
    }

    @ParameterizedTest
    @CsvSource({
        "HTTPS_PROXY, true",
        "no_proxy, true",
        "KUBECONFIG, true",
        "KUBERNETES_SERVICE_HOST, true",
        "TOLERANT_MODE, true",
        "QUARKUS_HTTP_PORT, true",
        "PATH, false",
        "JAVA_HOME, false",
        "KUBEBUILDER_ASSETS, false"
    })
    void whatIsSetForOthersDoesNotReachTheServers(String variable, boolean foreign) {
        boolean actual = ServerProcess.isForeign(variable);

        assertThat(actual).isEqualTo(foreign);
    }
}

package dev.tolerant.tools.reading;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.api.ApiServer;
import dev.tolerant.tools.reading.Kubeconfig.ClusterUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kubeconfigs that can be read, but lead to no cluster. */
class UnusableKubeconfigTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "server: \":: 1\" | the kubeconfig's server http://:: 1/ is not an address: write https://HOST:PORT",
                "insecure-skip-tls-verify: true | the kubeconfig cannot be used: ",
                "server: \"https://127.0.0.1:1\", certificate-authority: nowhere.crt | the certificates or keys of context test"
                        + " cannot be used: DIRECTORY/nowhere.crt",
            })
    void aClusterThatCannotBeAskedIsOneSentence(String cluster, String why) throws IOException {
        Path file = Files.writeString(directory.resolve("config"), """
                current-context: test
                clusters: [{name: test, cluster: {%s}}]
                contexts: [{name: test, context: {cluster: test}}]
                """.formatted(cluster));
        Kubeconfig kubeconfig = new Kubeconfig(file, null, null, List.of(), ApiServer.PATIENCE);

        assertThatThrownBy(() -> LiveCluster.of(kubeconfig))
                .isInstanceOf(ClusterUnavailableException.class)
                .hasMessageStartingWith(why.replace("DIRECTORY", directory.toString()));
    }
}

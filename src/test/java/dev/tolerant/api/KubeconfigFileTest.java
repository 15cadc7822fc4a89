package dev.tolerant.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.api.KubeconfigFile.InvalidKubeconfigException;
import io.fabric8.kubernetes.api.model.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kubeconfigs as kubectl reads them, and the sentence for files that are none. */
class KubeconfigFileTest {
    private static final String WRITE = "write clusters, users and contexts as YAML or JSON";

    @TempDir
    private Path directory;

    private KubeconfigFile file(String text) throws IOException {
        return new KubeconfigFile(
                Files.writeString(directory.resolve("config"), text).toFile());
    }

    @ParameterizedTest
    @ValueSource(strings = {"""
                apiVersion: v1
                kind: Config
                current-context: here
                users:
                - name: jane
                  user: {token: &token "007"}
                clusters: [{name: here, cluster: {server: "https://127.0.0.1:1", certificate-authority: ca.crt}}]
                contexts: [{name: here, context: {cluster: here, user: jane}}]
                """, """
                {"apiVersion": "v1", "kind": "Config", "current-context": "here",
                 "users": [{"name": "jane", "user": {"token": "007"}}],
                 "clusters": [{"name": "here",
                   "cluster": {"server": "https://127.0.0.1:1", "certificate-authority": "ca.crt"}}],
                 "contexts": [{"name": "here", "context": {"cluster": "here", "user": "jane"}}]}
                """, """
                {apiVersion: v1, kind: Config, current-context: &here here, users: [{name: jane, user: {token: "007"}}],
                 clusters: [{name: *here, cluster: {server: "https://127.0.0.1:1", certificate-authority: ca.crt}}],
                 contexts: [{name: *here, context: {cluster: *here, user: jane}}]}
                """})
    void yamlAndJsonAreRead(String text) throws Exception {
        KubeconfigFile file = file(text);

        Config config = file.read();
        io.fabric8.kubernetes.client.Config ofClient =
                KubeconfigContext.of(null, List.of(config)).clientConfig();

        assertThat(config.getCurrentContext()).isEqualTo("here");
        assertThat(ofClient.getMasterUrl()).isEqualTo("https://127.0.0.1:1/");
        assertThat(ofClient.getAutoOAuthToken()).isEqualTo("007");
        assertThat(ofClient.getCaCertFile())
                .isEqualTo(directory.resolve("ca.crt").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello world", "[1, 2]", "# nothing", ""})
    void whatIsNoneIsOneSentence(String text) throws IOException {
        KubeconfigFile file = file(text);

        assertThatThrownBy(file::read)
                .isInstanceOf(InvalidKubeconfigException.class)
                .hasMessage(file.file() + " is not a kubeconfig: " + WRITE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a: [                             | it is not YAML or JSON at line 1, column 5; ",
                "{\"a\": }}                      | it is not YAML or JSON at line 1, column 8; ",
                "clusters: 7                      | clusters has a value that does not fit; ",
                "{\"clusters\": [{\"cluster\": 7}]} | clusters[0].cluster has a value that does not fit; ",
                "users: [{user: {token: 007}}]    | users[0].user.token has a value that does not fit; ",
            })
    void whatIsWrongInOneIsNamed(String text, String why) throws IOException {
        KubeconfigFile file = file(text);

        assertThatThrownBy(file::read)
                .isInstanceOf(InvalidKubeconfigException.class)
                .hasMessage(file.file() + " is not a kubeconfig: " + why.trim() + " " + WRITE);
    }

    @Test
    void bytesThatAreNoTextAndFilesThatCannotBeReadAreOneSentence() throws IOException {
        Path bytes = Files.write(directory.resolve("bytes"), new byte[] {(byte) 0xff, 0, 1});

        assertThatThrownBy(new KubeconfigFile(bytes.toFile())::read)
                .hasMessage(bytes + " is not a kubeconfig: it is not UTF-8; " + WRITE);
        assertThatThrownBy(new KubeconfigFile(directory.toFile())::read)
                .hasMessage(directory + " cannot be read: check its permissions");
    }
}

package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the tests against a real API server run, and when they are skipped. */
class AssetsTest {
    @TempDir
    private Path folder;

    @Test
    void withoutTheVariableThereIsNothingToRunAgainst() {
        Optional<Assets> unset = Assets.in(Map.of());
        Optional<Assets> blank = Assets.in(Map.of("KUBEBUILDER_ASSETS", " "));

        assertThat(unset).isEmpty();
        assertThat(blank).isEmpty();
        assertThat(Assets.HOW_TO_GET_THEM).contains("SKIPPED", "KUBEBUILDER_ASSETS", "kube-apiserver", "etcd");
    }

    @Test
    void theBinariesAreThoseInTheFolder() throws IOException {
        Path etcd = Files.createFile(folder.resolve("etcd"));
        Path apiServer = Files.createFile(folder.resolve("kube-apiserver"));
        Files.setPosixFilePermissions(etcd, PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(apiServer, PosixFilePermissions.fromString("rwx------"));

        Assets assets =
                Assets.in(Map.of("KUBEBUILDER_ASSETS", folder.toString())).orElseThrow();

        assertThat(assets.etcd()).isEqualTo(etcd);
        assertThat(assets.apiServer()).isEqualTo(apiServer);
    }

    @Test
    void aFolderWithoutTheBinaryIsAMistakeAndNotSkipped() {
        Assets assets =
                Assets.in(Map.of("KUBEBUILDER_ASSETS", folder.toString())).orElseThrow();

        assertThatThrownBy(assets::etcd)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("KUBEBUILDER_ASSETS is " + folder + ", which has no executable etcd");
    }
}

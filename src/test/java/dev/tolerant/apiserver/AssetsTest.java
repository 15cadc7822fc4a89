package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without the binaries, tests against a real API server would be skipped, and nobody would see that nothing was tested. */
class AssetsTest {
    @TempDir
    private Path folder;

    @Test
    void aFolderWithoutTheBinaryIsAMistakeAndNotSkipped() {
        Assets assets =
                Assets.in(Map.of("KUBEBUILDER_ASSETS", folder.toString())).orElseThrow();

        assertThatThrownBy(assets::etcd)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("KUBEBUILDER_ASSETS is " + folder + ", which has no executable etcd");
    }
}

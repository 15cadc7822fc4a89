package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.CommandRun;
import dev.tolerant.tools.lint.LintCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with manifests and policies; the scripts whose names begin with lint have the rest. */
class LintCommandTest {
    @Test
    void theCarelessFilesHaveAllThatLintKnows() {
        CommandRun run = CommandRun.of("lint", "-f", "src/test/resources/manifests/careless");

        for (LintCode code : LintCode.values()) {
            assertThat(run.out()).contains(" [" + code.code() + "]\n");
        }
    }

    @Test
    void aLinkThatLeadsUpwardIsNotFollowed(@TempDir Path above) throws IOException {
        Path folder = above.resolve("folder");
        Files.createDirectories(folder.resolve("deep"));
        String pod = "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c}]}}";
        Files.writeString(above.resolve("outside.yaml"), pod);
        Files.writeString(folder.resolve("a.yaml"), pod);
        Files.createDirectories(above.resolve("beside"));
        Files.writeString(above.resolve("beside/b.yaml"), pod);
        Files.createSymbolicLink(folder.resolve("deep/itself"), Path.of("."));
        Files.createSymbolicLink(folder.resolve("deep/folder"), folder);
        Files.createSymbolicLink(folder.resolve("above"), Path.of(".."));
        Files.createSymbolicLink(folder.resolve("link"), above.resolve("beside"));

        CommandRun lint = CommandRun.of("lint", folder.toString());
        CommandRun explain = CommandRun.of("explain", "--offline", "-f", folder.toString());

        assertThat(lint.out()).isEqualTo("2 objects, 0 errors, 0 warnings\n");
        assertThat(explain.out().split("Pod default/a")).hasSize(3);
    }
}

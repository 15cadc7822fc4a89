package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.CommandRun;
import dev.tolerant.tools.lint.LintCode;
import org.junit.jupiter.api.Test;

/** What is wrong with manifests and policies; the scripts whose names begin with lint have the rest. */
class LintCommandTest {
    @Test
    void theCarelessFilesHaveAllThatLintKnows() {
        CommandRun run = CommandRun.of("lint", "-f", "src/test/resources/manifests/careless");

        for (LintCode code : LintCode.values()) {
            assertThat(run.out()).contains(" [" + code.code() + "]\n");
        }
    }
}

package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.explain.ExplainedCase;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The packaged program as a process: exit codes, and what goes to which stream. */
class CommandLineIT {

    @Test
    void explainWritesTheExplanationAndNothingElse() throws Exception {
        ExplainedCase golden = ExplainedCase.of("deployment");

        CommandRun run = PackagedCommand.run(
                "explain",
                "-f",
                golden.input().toString(),
                "--policies",
                golden.policies().toString(),
                "-o",
                "json");

        assertThat(run).isEqualTo(new CommandRun(0, Files.readString(golden.golden("json")), ""));
    }

    @Test
    void standardInputIsRead() throws Exception {
        CommandRun run = PackagedCommand.run(
                new File(Repository.app("web.yaml")),
                "explain",
                "-f",
                "-",
                "--policies",
                Repository.POLICIES.toString());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .isEqualTo(CommandRun.of(
                                "explain",
                                "-f",
                                Repository.app("web.yaml"),
                                "--policies",
                                Repository.POLICIES.toString())
                        .out());
    }

    @Test
    void aSystemPropertyIsASettingToo() throws Exception {
        CommandRun run = PackagedCommand.runWith(
                List.of("-Dtolerant.rules.node-failure.not-ready=7"),
                "explain",
                "-f",
                Repository.app("report.yaml"),
                "-o",
                "diff");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("+            tolerationSeconds: 7\n");
    }

    @Test
    void aRefusalIsOneAndLeavesStandardOutputEmpty() throws Exception {
        CommandRun run = PackagedCommand.run(
                "explain",
                "-f",
                Repository.app("curious.yaml"),
                "--policies",
                Repository.POLICIES.toString(),
                "-o",
                "manifest");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).singleElement().asString().contains("refused: TolerationPolicy ml-pool reserves");
    }

    @Test
    void anErrorIsTwoAndOneLine() throws Exception {
        CommandRun run = PackagedCommand.run("explain", "-f", "nowhere.yaml");

        assertThat(run)
                .isEqualTo(new CommandRun(2, "", "explain: --file nowhere.yaml does not exist: check the path\n"));
    }

    @Test
    void lintFindsWhatIsCareless() throws Exception {
        CommandRun run = PackagedCommand.run(
                "lint", "-f", Repository.ROOT.resolve("careless").toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).endsWith("25 objects, 15 errors, 20 warnings\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void theSuiteOfTheSampleRepositoryPassesWithItsSignsInUtf8() throws Exception {
        CommandRun run = PackagedCommand.run("test", Repository.SUITE.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("✓ train pods land on the pool\n").endsWith("5 tests, 0 failed\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void theVersionIsThatOfTheBuild() throws Exception {
        CommandRun run = PackagedCommand.run("--version");

        assertThat(run).isEqualTo(new CommandRun(0, "tolerant " + versionOfTheBuild() + "\n", ""));
    }

    private static String versionOfTheBuild() throws IOException {
        Matcher version = Pattern.compile("<artifactId>tolerant</artifactId>\\s*<version>([^<]+)</version>")
                .matcher(Files.readString(Path.of("pom.xml")));
        assertThat(version.find()).isTrue();
        return version.group(1);
    }
}

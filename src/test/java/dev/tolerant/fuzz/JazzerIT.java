package dev.tolerant.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Fuzzes every target with Jazzer, which mutates the kept inputs and keeps what reaches new code. Jazzer is a process of
 * its own, because it instruments classes, which other tests would feel; only the profile {@code fuzz} has it.
 */
@Tag("fuzz")
class JazzerIT {
    private static final int SECONDS = Integer.getInteger("fuzz.seconds", 60);
    private static final boolean KEEPS = Boolean.getBoolean("fuzz.keep");
    private static final String INSTRUMENTED = "dev.tolerant.**"
            + ":com.fasterxml.jackson.core.json.UTF8StreamJsonParser"
            + ":com.fasterxml.jackson.core.json.ReaderBasedJsonParser"
            + ":org.yaml.snakeyaml.scanner.**:org.yaml.snakeyaml.parser.**";
    /** Seconds that one input may take on a busy machine; a hundredth of a second is usual. */
    private static final int HANGS_AFTER = 10;

    @ParameterizedTest
    @EnumSource
    void noInputBreaksTheProgram(FuzzTarget target) throws IOException, InterruptedException {
        Path work = Path.of("target", "fuzz", target.fileName());
        Path kept = work.resolve("kept");
        Path found = Files.createDirectories(work.resolve("found"));
        Path findings = Files.createDirectories(work.resolve("findings"));
        target.kept().unpackInto(kept);

        int exit = jazzer(
                target,
                work.resolve("jazzer.log"),
                List.of(
                        "--reproducer_path=" + findings,
                        "-artifact_prefix=" + findings + "/",
                        "-dict=src/test/resources/fuzz/words.dict",
                        "-max_total_time=" + SECONDS,
                        "-print_final_stats=1",
                        found.toString(),
                        kept.toString()));

        assertThat(exit).as("see %s", work.toAbsolutePath()).isZero();
        if (KEEPS) {
            Path fewest = Files.createDirectories(work.resolve("fewest"));
            assertThat(jazzer(
                            target,
                            work.resolve("merge.log"),
                            List.of("-merge=1", fewest.toString(), kept.toString(), found.toString())))
                    .isZero();
            target.kept().replaceWith(fewest);
        }
    }

    private static int jazzer(FuzzTarget target, Path log, List<String> options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1500m",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target.className(),
                "--instrumentation_includes=" + INSTRUMENTED,
                "--custom_hook_includes=dev.tolerant.**",
                "-timeout=" + HANGS_AFTER));
        command.addAll(options);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            return process.waitFor();
        } finally {
            process.destroyForcibly().waitFor(HANGS_AFTER, TimeUnit.SECONDS);
        }
    }
}

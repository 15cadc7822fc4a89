package dev.tolerant.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The plugin of kubectl as the release workflow packs it, and krew's manifest for it. */
class PackedPluginTest {
    private static final String SOURCE = "https://git.example.com/platform/tolerant";

    @TempDir
    private Path folder;

    private Path program;
    private Path out;

    @BeforeEach
    void makeProgram() throws IOException {
        program = Files.createDirectories(folder.resolve("program"));
        Files.writeString(program.resolve("quarkus-run.jar"), "runs");
        Files.writeString(Files.createDirectories(program.resolve("app")).resolve("tolerant.jar"), "classes");
        out = folder.resolve("out");
    }

    @Test
    void theArchiveHasTheProgramItsLaunchersAndTheLicenseAndNoLink() throws Exception {
        // When
        assertThat(pack("0.1.0", SOURCE)).isEmpty();

        // Then
        List<String> entries = run("tar", "-tvzf", archive().toString()).lines().toList();
        assertThat(entries).allMatch(entry -> entry.matches("[-d].* 0/0 .*"));
        assertThat(entries.stream().filter(entry -> entry.startsWith("-")).map(entry -> entry.replaceAll(".* ", "")))
                .containsExactly(
                        "tolerant-0.1.0/LICENSE",
                        "tolerant-0.1.0/bin/kubectl-tolerant",
                        "tolerant-0.1.0/bin/kubectl_complete-tolerant",
                        "tolerant-0.1.0/bin/tolerant",
                        "tolerant-0.1.0/quarkus-app/app/tolerant.jar",
                        "tolerant-0.1.0/quarkus-app/quarkus-run.jar");
        assertThat(entries.stream().filter(entry -> entry.contains("/bin/k")))
                .allMatch(entry -> entry.startsWith("-rwxr-xr-x"));
    }

    @Test
    void theManifestHasTheArchivesAddressAndChecksum() throws Exception {
        // When
        assertThat(pack("0.1.0", SOURCE)).isEmpty();

        // Then
        JsonNode spec =
                new YAMLMapper().readTree(out.resolve("tolerant.yaml").toFile()).path("spec");
        JsonNode platform = spec.path("platforms").path(0);
        assertThat(spec.path("version").asText()).isEqualTo("v0.1.0");
        assertThat(spec.path("homepage").asText()).isEqualTo(SOURCE);
        assertThat(platform.path("uri").asText()).isEqualTo(SOURCE + "/releases/download/v0.1.0/tolerant-0.1.0.tar.gz");
        assertThat(platform.path("sha256").asText())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive()))));
        assertThat(platform.path("files").path(0).path("from").asText()).isEqualTo("tolerant-0.1.0/*");
        assertThat(spec.path("shortDescription").asText()).hasSizeLessThanOrEqualTo(50);
        assertThat(Files.readString(out.resolve("tolerant.yaml"))).doesNotContainPattern("[A-Z]{6}");
    }

    @Test
    void theSameProgramIsPackedIntoTheSameBytes() throws Exception {
        // Given
        assertThat(pack("0.1.0", SOURCE)).isEmpty();
        byte[] first = Files.readAllBytes(archive());

        // When
        Files.setLastModifiedTime(program.resolve("quarkus-run.jar"), FileTime.fromMillis(0));
        assertThat(pack("0.1.0", SOURCE)).isEmpty();

        // Then
        assertThat(Files.readAllBytes(archive())).isEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource({
        "v0.1.0, https://git.example.com/a, 'v0.1.0 is not a version, such as 0.1.0'",
        "0.1.0, git.example.com/a, git.example.com/a is not the address of a repository",
    })
    void whatCannotBeRightIsRefused(String version, String source, String sentence) throws Exception {
        assertThat(pack(version, source)).isEqualTo(sentence + "\n");
        assertThat(out).doesNotExist();
    }

    private Path archive() {
        return out.resolve("tolerant-0.1.0.tar.gz");
    }

    /** What the script prints; empty if it succeeds. */
    private String pack(String version, String source) throws Exception {
        return run("bash", ".github/pack-plugin", program.toString(), version, source, out.toString());
    }

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}

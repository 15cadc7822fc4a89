package dev.tolerant.supply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.Yaml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the release makes of the archives; no platform is left out, and no placeholder stays. */
class ReleaseTest {
    private static final List<String> PLATFORMS = List.of("linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64");
    /** The one section that the changelog always has. */
    private static final String VERSION = "Unreleased";

    @TempDir
    private Path folder;

    @Test
    void theManifestOfKrewHasTheSumsOfTheArchives() throws Exception {
        for (String platform : PLATFORMS) {
            Files.writeString(archive(platform), platform);
        }

        assertThat(release(VERSION)).isEmpty();

        JsonNode spec = Yaml.tree(Files.readString(folder.resolve("krew.yaml"))).path("spec");
        assertThat(spec.path("version").asText()).isEqualTo("v" + VERSION);
        assertThat(spec.path("platforms")).hasSameSizeAs(PLATFORMS);
        for (int i = 0; i < PLATFORMS.size(); i++) {
            JsonNode platform = spec.path("platforms").path(i);
            assertThat(platform.path("uri").asText())
                    .isEqualTo("https://github.com/ann/tolerant/releases/download/v" + VERSION + "/"
                            + archive(PLATFORMS.get(i)).getFileName());
            assertThat(platform.path("sha256").asText()).isEqualTo(sum(PLATFORMS.get(i)));
        }
        assertThat(Files.readString(folder.resolve("notes.md"))).contains("### Added");
        assertThat(Files.readAllLines(folder.resolve("sha256sums.txt"))).hasSize(PLATFORMS.size() + 1);
    }

    @Test
    void aReleaseWithoutNotesOrWithoutAnArchiveFails() throws Exception {
        assertThat(release("0.0.0")).contains("CHANGELOG.md has no section \"## 0.0.0\"");
        assertThat(release(VERSION)).contains("there is no").contains("linux-amd64");
    }

    private Path archive(String platform) {
        return folder.resolve("tolerant-" + VERSION + "-" + platform + ".tar.gz");
    }

    private static String sum(String content) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8)));
    }

    private String release(String version) throws IOException {
        Process process = new ProcessBuilder(".ci/release", version, "ann/tolerant", folder.toString())
                .redirectErrorStream(true)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}

package dev.tolerant.supply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** The list of what the packaged program consists of. */
@DisabledIfSystemProperty(
        named = "maven.network",
        matches = "offline=true",
        disabledReason = "the CycloneDX plugin asks Maven to be online: run ./mvnw without --offline")
@Tag("ci")
class SbomIT {
    /** Quarkus leaves it out of the package, because only development environments use it. */
    private static final String NOT_PACKAGED = "io.quarkus.quarkus-ide-launcher-";

    private static JsonNode sbom;

    @BeforeAll
    static void read() throws IOException {
        sbom = new ObjectMapper().readTree(Path.of("target/tolerant.cdx.json").toFile());
    }

    @Test
    void itListsTheLibrariesOfThePackagedProgramAndNoOthers() throws IOException {
        Set<String> packaged;
        try (Stream<Path> files = Files.walk(Path.of("target/quarkus-app/lib"))) {
            packaged = files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        Set<String> listed = new TreeSet<>();
        for (JsonNode component : sbom.get("components")) {
            listed.add(component.get("group").textValue() + "."
                    + component.get("name").textValue() + "-"
                    + component.get("version").textValue() + ".jar");
        }
        listed.removeIf(name -> name.startsWith(NOT_PACKAGED));

        assertThat(packaged).hasSizeGreaterThan(100);
        assertThat(listed).isEqualTo(packaged);
    }

    @Test
    void itIsAboutTheProgramAndSaysTheSameInEveryBuild() {
        JsonNode metadata = sbom.get("metadata");

        assertThat(sbom.get("bomFormat").textValue()).isEqualTo("CycloneDX");
        assertThat(metadata.at("/component/group").textValue()).isEqualTo("dev.tolerant");
        assertThat(metadata.at("/component/name").textValue()).isEqualTo("tolerant");
        assertThat(metadata.at("/component/type").textValue()).isEqualTo("application");
        assertThat(metadata.has("timestamp")).isFalse();
        assertThat(metadata.get("properties"))
                .anyMatch(property -> property.get("name").textValue().equals("cdx:reproducible"));
    }

    @Test
    void everyComponentHasAnIdentityAndAHash() {
        assertThat(sbom.get("components")).allSatisfy(component -> {
            assertThat(component.get("purl").textValue()).startsWith("pkg:maven/");
            assertThat(component.get("hashes"))
                    .anyMatch(hash -> hash.get("alg").textValue().equals("SHA-256"));
        });
    }
}

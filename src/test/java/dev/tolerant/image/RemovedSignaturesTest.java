package dev.tolerant.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The signatures that Quarkus leaves out of the class path are those that BouncyCastle's archives have. */
class RemovedSignaturesTest {
    private static final Path SETTINGS = Path.of("src/main/resources/application.properties");

    @ParameterizedTest
    @ValueSource(strings = {"bcpkix-jdk18on", "bcprov-jdk18on", "bcutil-jdk18on"})
    void theSettingsNameEverySignatureOfTheArchive(String artifact) throws IOException {
        List<String> signatures = signatures(artifact);

        Properties settings = new Properties();
        try (Reader text = Files.newBufferedReader(SETTINGS)) {
            settings.load(text);
        }
        String removed =
                settings.getProperty("quarkus.class-loading.removed-resources.\"org.bouncycastle:" + artifact + "\"");

        assertThat(signatures).isNotEmpty();
        assertThat(removed.split(","))
                .filteredOn(name -> name.startsWith("META-INF/"))
                .containsExactlyInAnyOrderElementsOf(signatures);
    }

    private static List<String> signatures(String artifact) throws IOException {
        URL manifest = RemovedSignaturesTest.class
                .getClassLoader()
                .resources("META-INF/MANIFEST.MF")
                .filter(url -> url.getPath().contains("/" + artifact + "-"))
                .findAny()
                .orElseThrow();
        JarURLConnection connection = (JarURLConnection) manifest.openConnection();
        connection.setUseCaches(false);
        try (JarFile archive = connection.getJarFile()) {
            return archive.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.matches("META-INF/[^/]+\\.(SF|RSA|DSA|EC)"))
                    .toList();
        }
    }
}

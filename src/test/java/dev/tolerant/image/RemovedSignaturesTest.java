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

/** Quarkus leaves out of the class path the signatures that BouncyCastle's archives have, and the provider. */
class RemovedSignaturesTest {
    private static final Path SETTINGS = Path.of("src/main/resources/application.properties");

    private static final String PROVIDER = "org/bouncycastle/jce/provider/BouncyCastleProvider.class";

    @ParameterizedTest
    @ValueSource(strings = {"bcpkix-jdk18on", "bcprov-jdk18on", "bcutil-jdk18on"})
    void theSettingsNameAllOfItThatTheArchiveHas(String artifact) throws IOException {
        List<String> unwanted = unwanted(artifact);

        Properties settings = new Properties();
        try (Reader text = Files.newBufferedReader(SETTINGS)) {
            settings.load(text);
        }
        String removed =
                settings.getProperty("quarkus.class-loading.removed-resources.\"org.bouncycastle:" + artifact + "\"");

        assertThat(unwanted).isNotEmpty();
        assertThat(removed.split(",")).containsExactlyInAnyOrderElementsOf(unwanted);
    }

    private static List<String> unwanted(String artifact) throws IOException {
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
                    .filter(name -> name.matches("META-INF/[^/]+\\.(SF|RSA|DSA|EC)") || name.equals(PROVIDER))
                    .toList();
        }
    }
}

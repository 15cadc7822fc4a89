package dev.tolerant.supply;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** The Maven that {@code ./mvnw} downloads. */
class WrapperTest {

    @Test
    void theWrapperChecksWhatItDownloads() throws IOException {
        Properties wrapper = new Properties();

        try (Reader file = Files.newBufferedReader(Path.of(".mvn/wrapper/maven-wrapper.properties"))) {
            wrapper.load(file);
        }

        assertThat(wrapper.getProperty("distributionUrl"))
                .startsWith("https://repo.maven.apache.org/maven2/org/apache/maven/apache-maven/")
                .endsWith("-bin.zip");
        assertThat(wrapper.getProperty("distributionSha256Sum")).matches("[0-9a-f]{64}");
    }
}

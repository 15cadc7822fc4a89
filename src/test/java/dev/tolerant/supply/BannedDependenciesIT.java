package dev.tolerant.supply;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Enforcer itself, offline, on projects whose dependencies are good and bad. */
class BannedDependenciesIT {
    private static final Path LIST = Path.of(".mvn/banned-dependencies.xml").toAbsolutePath();

    /** A version that each entry of the list bans. */
    private static final List<String> BAD = List.of(
            "io.netty:netty-codec-http2:4.1.130.Final",
            "io.netty:netty-codec-http:4.1.137.Final",
            "io.netty:netty-handler:4.1.137.Final",
            "io.netty:netty-common:4.0.0.Final",
            "org.bouncycastle:bcpkix-jdk18on:1.83",
            "org.bouncycastle:bcprov-jdk15on:1.70",
            "org.bouncycastle:bcprov-jdk16:1.46",
            "org.apache.logging.log4j:log4j-core:2.17.0",
            "log4j:log4j:1.2.17",
            "ch.qos.logback:logback-core:1.5.12",
            "ch.qos.logback:logback-classic:1.2.3",
            "org.yaml:snakeyaml:1.33",
            "com.fasterxml.jackson.core:jackson-core:2.14.3",
            "com.fasterxml.jackson.core:jackson-databind:2.9.8",
            "org.codehaus.jackson:jackson-mapper-asl:1.9.13",
            "org.apache.commons:commons-text:1.9",
            "commons-collections:commons-collections:3.2.1",
            "org.apache.commons:commons-collections4:4.0",
            "org.apache.commons:commons-compress:1.25.0",
            "commons-io:commons-io:2.13.0",
            "org.apache.commons:commons-lang3:3.17.0",
            "com.google.guava:guava:31.1-jre",
            "com.google.protobuf:protobuf-java:4.28.1",
            "com.google.code.gson:gson:2.8.8",
            "org.json:json:20230618",
            "com.jayway.jsonpath:json-path:2.8.0",
            "io.vertx:vertx-core:4.5.2",
            "org.apache.httpcomponents:httpclient:4.5.12",
            "com.squareup.okio:okio:3.3.0",
            "com.squareup.okio:okio-jvm:3.3.0",
            "junit:junit:4.12");

    private static final List<String> GOOD = List.of(
            "io.netty:netty-codec-http2:4.1.138.Final",
            "io.netty:netty-tcnative-classes:2.0.74.Final",
            "org.bouncycastle:bcpkix-jdk18on:1.86",
            "org.apache.logging.log4j:log4j-core:2.17.1",
            "org.apache.logging.log4j:log4j-api:2.17.0",
            "org.yaml:snakeyaml:2.0",
            "com.fasterxml.jackson.core:jackson-databind:2.21.1",
            "com.google.guava:guava:33.5.0-jre",
            "com.google.protobuf:protobuf-java:3.25.5",
            "com.github.java-json-tools:jackson-coreutils:2.0");

    @TempDir
    Path project;

    @Test
    void everyKnownBadCoordinateFailsTheBuildWithAReason() throws Exception {
        // When
        String output = enforced(BAD, 1);

        // Then
        assertThat(BAD).allSatisfy(coordinate -> assertThat(output).contains(banned(coordinate)));
        assertThat(output).contains("CVE-2026-33871").contains("use Netty 4.1.138 or later");
        assertThat(Files.readString(LIST).split("<exclude>", -1))
                .as("each entry of the list has a bad version in this test")
                .hasSize(BAD.size() + 1);
    }

    @Test
    void theFixedVersionsPass() throws Exception {
        // When
        String output = enforced(GOOD, 0);

        // Then
        assertThat(output).doesNotContain("banned via");
    }

    private static String banned(String coordinate) {
        int version = coordinate.lastIndexOf(':');
        return coordinate.substring(0, version) + ":jar:" + coordinate.substring(version + 1) + " <--- banned via";
    }

    /** What Maven prints about a project with these dependencies, which it does not have to download. */
    private String enforced(List<String> coordinates, int exitCode) throws IOException, InterruptedException {
        Path pom = Files.writeString(project.resolve("pom.xml"), pom(coordinates));
        Path output = project.resolve("output");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                "--offline",
                "--batch-mode",
                "--file",
                pom.toString(),
                "validate"));
        // Where this build has its repository, if not in the usual place.
        String repository = System.getProperty("maven.repo.local");
        if (repository != null) {
            command.add("-Dmaven.repo.local=" + repository);
        }
        Process maven = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int exit = maven.waitFor();
        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(exit).as(text).isEqualTo(exitCode);
        return text;
    }

    private static String pom(List<String> coordinates) throws IOException {
        String dependencies = coordinates.stream()
                .map(coordinate -> coordinate.split(":"))
                .map(parts -> """
                        <dependency>
                          <groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>
                          <scope>system</scope><systemPath>${project.basedir}/pom.xml</systemPath>
                        </dependency>
                        """.formatted(parts[0], parts[1], parts[2]))
                .collect(Collectors.joining());
        return """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>dev.tolerant.test</groupId><artifactId>dependencies</artifactId><version>1</version>
                  <packaging>pom</packaging>
                  <dependencies>
                    %s
                  </dependencies>
                  <build>
                    <plugins>
                      <plugin>
                        <artifactId>maven-enforcer-plugin</artifactId>
                        <version>%s</version>
                        <executions>
                          <execution>
                            <goals><goal>enforce</goal></goals>
                            <configuration>
                              <rules><externalRules><location>%s</location></externalRules></rules>
                            </configuration>
                          </execution>
                        </executions>
                      </plugin>
                    </plugins>
                  </build>
                </project>
                """.formatted(dependencies, enforcerVersion(), LIST);
    }

    private static String enforcerVersion() throws IOException {
        String property = "maven-enforcer-plugin.version>";
        String pom = Files.readString(Path.of("pom.xml"));
        int start = pom.indexOf(property) + property.length();
        return pom.substring(start, pom.indexOf('<', start));
    }
}

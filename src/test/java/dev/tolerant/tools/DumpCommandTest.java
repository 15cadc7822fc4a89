package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.testing.ClusterServer;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.tools.reading.LiveClusterTest;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that writes a cluster's objects. */
public class DumpCommandTest {
    private static final String POD = "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"web\","
            + " \"namespace\": \"shop\", \"managedFields\": []}, \"spec\": {\"containers\": [{\"name\": \"a\", \"env\":"
            + " [{\"name\": \"A\", \"value\": \"s3cret\"}]}]}}";

    private static final String OWN = "rw-------";

    private static final String NODE_POOL = "{\"metadata\": {\"name\": \"spot\"}, \"spec\": {\"template\": {\"spec\":"
            + " {\"requirements\": [], \"taints\": [{\"key\": \"spot\", \"effect\": \"NoSchedule\"}]}}}}";

    private final ClusterServer server = new ClusterServer();
    private final InputStream standardInput = System.in;

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        System.setIn(standardInput);
        server.close();
    }

    /** What is said of a cluster and a context of the name {@code test} before anything of its objects. */
    public static String ofTest(String sentence) {
        return "dump: cluster test (context test)" + System.lineSeparator() + "dump: " + sentence;
    }

    /** What is said where the API server does not know the user. */
    public static final String UNAUTHORIZED = ofTest(
            "the API server of test does not accept these credentials (401): they may have expired; log in again, or"
                    + " name another context with --context");

    private CommandRun dump(String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "dump";
        all[1] = "--kubeconfig";
        all[2] = server.kubeconfig(directory).toString();
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return CommandRun.of(all);
    }

    private static JsonNode json(CommandRun run) throws IOException {
        return new ObjectMapper().readTree(run.out());
    }

    @Test
    void aDumpOfAClusterIsWrittenWithWhatItDoesNotKnow() throws Exception {
        server.list(ObjectKind.POD, POD);
        server.refuse(ClusterServer.path(ObjectKind.NODE), 403);

        CommandRun run = dump();

        JsonNode dump = json(run);
        assertThat(run.exitCode()).isZero();
        assertThat(dump.path("kind").asText()).isEqualTo("ClusterDump");
        assertThat(dump.at("/metadata/context").asText()).isEqualTo("test");
        assertThat(Instant.parse(dump.at("/metadata/at").asText())).isBeforeOrEqualTo(Instant.now());
        assertThat(dump.at("/metadata/serverVersion").asText()).isEqualTo("v1.36.2");
        assertThat(dump.at("/metadata/unknown").toString()).isEqualTo("{\"nodes\":\"you may not list nodes\"}");
        assertThat(dump.at("/items/0/metadata/name").asText()).isEqualTo("web");
        assertThat(run.out()).doesNotContain("s3cret");
        assertThat(run.err())
                .contains("dump: 1 kind not read: " + LiveClusterTest.mayNotList(ObjectKind.NODE))
                .contains("dump: The cluster has no MutatingWebhookConfiguration of Tolerant");
    }

    @Test
    void aDumpOfADumpIsTheSame() throws Exception {
        server.list(ObjectKind.POD, POD);
        server.list(ObjectKind.NODE_POOL, NODE_POOL);
        CommandRun first = dump();
        Path file = Files.writeString(directory.resolve("dump.json"), first.out());

        CommandRun second = CommandRun.of("dump", "--from", file.toString());

        assertThat(second.out()).isEqualTo(first.out()).contains("\"kind\":\"NodePool\"", "\"key\":\"spot\"");
    }

    @Test
    void whatKubectlPrintsCanBePipedIn() throws Exception {
        String list = "{\"apiVersion\": \"v1\", \"kind\": \"List\", \"items\": [" + POD + "]}";
        System.setIn(new ByteArrayInputStream(list.getBytes(StandardCharsets.UTF_8)));

        CommandRun run = CommandRun.of("dump", "--from", "-");

        assertThat(json(run).at("/items/0/metadata/name").asText()).isEqualTo("web");
        assertThat(json(run).at("/metadata/context").asText()).isEqualTo("standard input");
        assertThat(json(run).at("/metadata/unknown/nodes").asText())
                .isEqualTo("the files have no nodes, not even an empty NodeList");
    }

    /** What the user's own programs print may have passwords in environment variables. */
    @Test
    void standardInputIsKeptForNobodyElseAndNoLongerThanItIsRead() throws Exception {
        Set<Path> others = copies();
        Set<String> permissions = new HashSet<>();
        System.setIn(new FilterInputStream(new ByteArrayInputStream(POD.getBytes(StandardCharsets.UTF_8))) {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                for (Path copy : copies()) {
                    permissions.add(others.contains(copy) ? OWN : permissions(copy));
                }
                return super.read(bytes, offset, length);
            }
        });

        CommandRun.of("dump", "--from", "-");

        assertThat(permissions).containsExactly(OWN);
        assertThat(copies()).isSubsetOf(others);
    }

    private static Set<Path> copies() {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().matches("tolerant\\d+\\.json"))
                    .collect(Collectors.toSet());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String permissions(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void oneNamespaceAloneIsReadWithMinusN() {
        dump("-n", "shop");
        dump();

        assertThat(server.requests())
                .containsOnlyOnce("/api/v1/namespaces/shop/pods?limit=500", "/api/v1/pods?limit=500")
                .contains("/api/v1/nodes?limit=500");
    }

    @Test
    void aClusterThatCannotBeAskedIsOneSentenceAndExitCodeTwo() {
        server.refuse("/version", 401);

        CommandRun run = dump();

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualToIgnoringNewLines(UNAUTHORIZED);
    }

    @Test
    void aContextThatIsNotThereIsOneSentenceAndExitCodeTwo() {
        CommandRun run = dump("--context", "prod");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualToIgnoringNewLines(
                        "dump: the kubeconfig has no context prod: name one, as by kubectl's --context (other, test)");
    }
}

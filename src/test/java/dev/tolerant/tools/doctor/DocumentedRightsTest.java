package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.NAMESPACES;
import static dev.tolerant.tools.doctor.DoctorFixture.NOW;
import static dev.tolerant.tools.doctor.DoctorFixture.facts;
import static dev.tolerant.tools.doctor.DoctorFixture.report;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.certificate.Authority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code docs/kubectl.md} grants what the checks of a cluster ask for, and no more. */
class DocumentedRightsTest {
    @RegisterExtension
    final AskedServer server = new AskedServer();

    private static final Path DOCUMENT = Path.of("docs/kubectl.md");
    private static final Pattern REQUEST = Pattern.compile(
            "/(?:api|apis/(?<group>[^/]+))/[^/]+(?:/namespaces/[^/?]+)?/(?<resource>[^/?]+)(?<name>/[^/?]+)?(?:\\?.*)?");

    /** An API server that notes which rights somebody uses, as {@code group/resource verb}. */
    private record Asked(ClusterApi api, Set<String> rights) implements ClusterApi {
        @Override
        public JsonNode get(String path) throws UnansweredException {
            Matcher request = request(path);
            note(request, request.group("name") == null ? "list" : "get");
            return api.get(path);
        }

        @Override
        public ApiAnswer post(String path, JsonNode object) throws UnansweredException {
            note(request(path), "create");
            return api.post(path, object);
        }

        /** kubectl and the client open a WebSocket, which is a get, or else a POST. */
        @Override
        public Tunnel tunnel(String namespace, String pod, int port) throws UnansweredException {
            rights.add("/pods/portforward get");
            rights.add("/pods/portforward create");
            return api.tunnel(namespace, pod, port);
        }

        private static Matcher request(String path) {
            Matcher request = REQUEST.matcher(path);
            assertThat(request.matches()).as(path).isTrue();
            return request;
        }

        private void note(Matcher request, String verb) {
            String group = request.group("group") == null ? "" : request.group("group");
            rights.add(group + "/" + request.group("resource") + " " + verb);
        }
    }

    @Test
    void theRightsOfDoctorAreThoseThatItsChecksUse() throws IOException {
        // Given
        String registration = TlsServer.trusting(Authority.create(NOW), DoctorFixture.MUTATING);
        Asked asked = new Asked(ReleaseObjects.in(server, 2, "tolerant-1"), new ConcurrentSkipListSet<>());

        // When
        report(facts(registration, NAMESPACES), asked);

        // Then
        Set<String> ofAll = documented("<!-- kubectl-rights -->");
        Set<String> used = new TreeSet<>(asked.rights());
        used.removeAll(ofAll);
        Set<String> more = documented("<!-- kubectl-doctor-rights -->");
        more.removeAll(ofAll);
        assertThat(more).isEqualTo(used).isNotEmpty();
    }

    private static Set<String> documented(String mark) throws IOException {
        String text = Files.readString(DOCUMENT);
        int start = text.indexOf("```yaml\n", text.indexOf(mark)) + "```yaml\n".length();
        JsonNode yaml = DoctorFixture.yaml(text.substring(start, text.indexOf("```", start)));
        Set<String> rights = new TreeSet<>();
        for (JsonNode rule : yaml.has("rules") ? yaml.path("rules") : yaml) {
            for (JsonNode group : rule.path("apiGroups")) {
                for (JsonNode resource : rule.path("resources")) {
                    rule.path("verbs")
                            .forEach(
                                    verb -> rights.add(group.asText() + "/" + resource.asText() + " " + verb.asText()));
                }
            }
        }
        return rights;
    }
}

package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.NAMESPACES;
import static dev.tolerant.tools.doctor.DoctorFixture.facts;
import static dev.tolerant.tools.doctor.DoctorFixture.report;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code docs/kubectl.md} grants what the checks of a cluster ask for, and no more. */
class DocumentedRightsTest {
    @RegisterExtension
    final AskedServer server = new AskedServer();

    private static final String SETTINGS = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: tolerant, namespace: tolerant-system}
            data: {application.properties: tolerant.mode=enforce}
            """;
    private static final Path DOCUMENT = Path.of("docs/kubectl.md");
    private static final Pattern REQUEST = Pattern.compile(
            "(?<method>GET|POST) /(?:api|apis/(?<group>[^/]+))/[^/]+(?:/namespaces/[^/?]+)?/(?<resource>[^/?]+)(?<name>/[^/?]+)?(?:\\?.*)?");

    @Test
    void theRightsOfDoctorAreThoseThatItsChecksUse() throws IOException {
        report(facts(DoctorFixture.MUTATING, NAMESPACES, SETTINGS), server);

        Set<String> used = server.requests().stream()
                .map(DocumentedRightsTest::right)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> ofAll = documented("<!-- kubectl-rights -->");
        used.removeAll(ofAll);
        Set<String> more = documented("<!-- kubectl-doctor-rights -->");
        more.removeAll(ofAll);
        assertThat(more).isEqualTo(used).isNotEmpty();
    }

    /** As {@code group/resource verb}. */
    private static String right(String line) {
        Matcher request = REQUEST.matcher(line);
        assertThat(request.matches()).as(line).isTrue();
        String group = request.group("group") == null ? "" : request.group("group");
        String read = request.group("name") == null ? "list" : "get";
        return group + "/" + request.group("resource") + " "
                + (request.group("method").equals("POST") ? "create" : read);
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

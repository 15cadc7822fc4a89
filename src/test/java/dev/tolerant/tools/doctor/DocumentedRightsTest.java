package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.NAMESPACES;
import static dev.tolerant.tools.doctor.DoctorFixture.clusterObjects;
import static dev.tolerant.tools.doctor.DoctorFixture.report;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.testing.DocumentFiles;
import dev.tolerant.testing.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code docs/rights.yaml} grants what the commands ask for, and no more. */
class DocumentedRightsTest {
    @RegisterExtension
    final AskedServer server = new AskedServer();

    private static final String SETTINGS = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: tolerant, namespace: tolerant-system}
            data: {application.properties: tolerant.mode=enforce}
            """;
    private static final Path DOCUMENT = Path.of("docs/rights.yaml");
    private static final Pattern REQUEST = Pattern.compile(
            "(?<method>GET|POST) /(?:api|apis/(?<group>[^/]+))/[^/]+(?:/namespaces/[^/?]+)?/(?<resource>[^/?]+)(?<name>/[^/?]+)?(?:\\?.*)?");

    @Test
    void theRightsOfDoctorAreThoseThatItsChecksUse() throws IOException {
        report(clusterObjects(DoctorFixture.MUTATING, NAMESPACES, SETTINGS), server);

        Set<String> used = server.requests().stream()
                .map(DocumentedRightsTest::right)
                .collect(Collectors.toCollection(TreeSet::new));
        used.removeAll(granted("tolerant-questions"));
        assertThat(granted("tolerant-doctor")).isEqualTo(used).isNotEmpty();
    }

    @Test
    void theRightsToAskAreThoseToReadEveryKind() throws IOException {
        assertThat(granted("tolerant-questions")).isEqualTo(toRead(Stream.of(ObjectKind.values())));
    }

    @Test
    void tenantsReadOfTheWholeClusterWhatIsInNoNamespaceAndOfTheReleaseWhatExplainAsksForThere() throws IOException {
        assertThat(granted("tolerant-tenants"))
                .isEqualTo(toRead(Stream.of(ObjectKind.values())
                        .filter(kind -> !kind.isNamespaced() && kind != ObjectKind.NAMESPACE)));
        assertThat(granted("tolerant-tenants-release"))
                .containsExactlyInAnyOrder("/configmaps list", "/serviceaccounts list");
    }

    @Test
    void theDocumentedCronJobHasTheRightsOfDoctorAndRunsIt() throws IOException {
        String block = Pattern.compile("(?s)```yaml\n((?:(?!```).)*kind: CronJob.*?)```")
                .matcher(DocumentFiles.text(Path.of("docs/operations.md")))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        Set<String> roles = new TreeSet<>();
        for (String document : block.split("(?m)^---\n")) {
            JsonNode object = Yaml.tree(document);
            if (object.has("roleRef")) {
                roles.add(object.at("/roleRef/name").asText());
                assertThat(object.at("/subjects/0/name").asText()).isEqualTo("tolerant-doctor");
            } else if (object.path("kind").asText().equals("CronJob")) {
                JsonNode pod = object.at("/spec/jobTemplate/spec/template/spec");
                assertThat(pod.path("serviceAccountName").asText()).isEqualTo("tolerant-doctor");
                assertThat(pod.at("/containers/0/args").toString()).isEqualTo("[\"doctor\"]");
            }
        }

        assertThat(roles)
                .containsExactly("tolerant-doctor", "tolerant-questions")
                .allSatisfy(role -> assertThat(granted(role)).isNotEmpty());
    }

    private static Set<String> toRead(Stream<ObjectKind> kinds) {
        Set<String> read = new TreeSet<>();
        kinds.forEach(kind -> {
            String version = kind.apiVersion();
            String group = version.contains("/") ? version.substring(0, version.indexOf('/')) : "";
            read.add(group + "/" + kind.plural() + " get");
            read.add(group + "/" + kind.plural() + " list");
        });
        return read;
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

    private static Set<String> granted(String role) throws IOException {
        Set<String> rights = new TreeSet<>();
        for (String document : Files.readString(DOCUMENT).split("(?m)^---\n")) {
            JsonNode yaml = Yaml.tree(document);
            if (!yaml.at("/metadata/name").asText().equals(role)) {
                continue;
            }
            for (JsonNode rule : yaml.path("rules")) {
                String group = rule.at("/apiGroups/0").asText();
                for (JsonNode resource : rule.path("resources")) {
                    rule.path("verbs")
                            .forEach(verb -> rights.add(group + "/" + resource.asText() + " " + verb.asText()));
                }
            }
        }
        return rights;
    }
}

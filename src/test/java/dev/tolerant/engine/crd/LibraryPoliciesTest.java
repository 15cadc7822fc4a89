package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.testing.ExplainedCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The policies of the library as an API server takes them, and what their READMEs say of their fields. */
class LibraryPoliciesTest {
    private static final int README_LINES = 10;
    private static final Pattern FIELD = Pattern.compile("`(spec\\.[A-Za-z.]+)`");

    static List<Path> folders() throws IOException {
        return ExplainedCase.ofLibrary().stream().map(ExplainedCase::directory).toList();
    }

    @Test
    void theLibraryIsThere() throws IOException {
        assertThat(folders()).hasSizeGreaterThanOrEqualTo(13);
    }

    @ParameterizedTest
    @MethodSource("folders")
    void anApiServerAcceptsThePolicies(Path folder) throws IOException {
        List<JsonNode> policies = policies(folder);

        assertThat(policies).isNotEmpty().allSatisfy(policy -> {
            assertThat(policy.path("kind").asText()).isEqualTo("TolerationPolicy");
            assertThat(SchemaCheck.violations(policy)).isEmpty();
            assertThat(PolicyReader.read(policy, new TolerationRules(false)).problems())
                    .isEmpty();
        });
    }

    @ParameterizedTest
    @MethodSource("folders")
    void aReadmeIsShortAndNamesFieldsThatExist(Path folder) throws IOException {
        String readme = Files.readString(folder.resolve("README.md"));

        List<String> fields = FIELD.matcher(readme)
                .results()
                .map(match -> match.group(1))
                .distinct()
                .toList();

        assertThat(readme.lines().count()).isLessThanOrEqualTo(README_LINES);
        assertThat(fields).isNotEmpty().allMatch(LibraryPoliciesTest::exists);
    }

    private static List<JsonNode> policies(Path folder) throws IOException {
        return new YAMLMapper()
                .readerFor(JsonNode.class)
                .<JsonNode>readValues(folder.resolve("cluster/policy.yaml").toFile())
                .readAll();
    }

    private static boolean exists(String field) {
        JsonNode schema = SchemaNode.root().schema();
        for (String name : Arrays.asList(field.split("\\."))) {
            schema = (schema.has("items") ? schema.get("items") : schema)
                    .path("properties")
                    .path(name);
        }
        return !schema.isMissingNode();
    }
}

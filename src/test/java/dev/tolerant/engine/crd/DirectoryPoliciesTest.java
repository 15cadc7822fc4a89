package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.policy.Policy;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies in a directory of manifests: good, broken, mended, twice, gone. */
class DirectoryPoliciesTest extends ManifestsInDirectory {
    private static final String POLICY =
            "{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: %s}, spec: %s}\n";

    @Test
    void policiesOfAllFilesAreUsedInTheirOrderOfPrecedence() throws IOException {
        write(
                "a.yaml",
                POLICY.formatted("low", "{match: {}}") + "---\n" + POLICY.formatted("top", "{priority: 2, match: {}}"));
        write(
                "sub/b.json",
                "{\"apiVersion\": \"tolerant.dev/v1alpha1\", \"kind\": \"TolerationPolicy\","
                        + " \"metadata\": {\"name\": \"mid\"}, \"spec\": {\"priority\": 1, \"match\": {}}}");

        PolicyFiles reading = reader.read();

        assertThat(names(reading)).containsExactly("top", "mid", "low");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.rejected()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{match: {}, nodeFailure: {notReady: Sometimes}} | spec.nodeFailure.notReady must be a whole number of"
                        + " seconds from 0 to 2147483647, or Never",
                "{}                                              | spec.match is required; {} is every pod",
            })
    void whatCannotBeUsedIsSaidWithItsPathAndLeavesTheOthersInUse(String spec, String why) throws IOException {
        write("a.yaml", POLICY.formatted("good", "{match: {}}") + "---\n" + POLICY.formatted("bad", spec));

        PolicyFiles reading = reader.read();

        assertThat(names(reading)).containsExactly("good");
        assertThat(reading.rejected()).isEqualTo(1);
        assertThat(problems(reading))
                .containsExactly("a.yaml, document 2: TolerationPolicy bad cannot be used: " + why);
    }

    @Test
    void aBadVersionKeepsTheLastGoodOneUntilItIsMended() throws IOException {
        write("a.yaml", POLICY.formatted("p", "{priority: 1, match: {}}"));
        reader.read();

        write("a.yaml", POLICY.formatted("p", "{priority: 2, match: {ownerKinds: [Deployment]}}"));
        PolicyFiles broken = reader.read();
        PolicyFiles stillBroken = reader.read();
        write("a.yaml", POLICY.formatted("p", "{priority: 3, match: {}}"));
        PolicyFiles mended = reader.read();

        assertThat(priorities(broken)).containsExactly(1);
        assertThat(broken.rejected()).isEqualTo(1);
        assertThat(problem(broken))
                .startsWith("a.yaml, document 1: TolerationPolicy p cannot be used: spec.match.ownerKinds ")
                .endsWith("; all files stay in use as they were when they were last good");
        assertThat(priorities(stillBroken)).containsExactly(1);
        assertThat(priorities(mended)).containsExactly(3);
        assertThat(mended.rejected()).isZero();
        assertThat(mended.problems()).isEmpty();
    }

    @Test
    void aFileThatIsNoLongerYamlKeepsAllOfItsPolicies() throws IOException {
        write("a.yaml", POLICY.formatted("p", "{match: {}}") + "---\n" + POLICY.formatted("q", "{match: {}}"));
        reader.read();

        write("a.yaml", POLICY.formatted("p", "{match: {}}") + "---\n{");
        PolicyFiles reading = reader.read();

        assertThat(names(reading)).containsExactly("p", "q");
        assertThat(problem(reading))
                .startsWith("a.yaml cannot be read: it is not YAML or JSON")
                .endsWith("; all files stay in use as they were when they were last good");
    }

    @Test
    void aPolicyThatIsTakenOutIsGone() throws IOException {
        write("a.yaml", POLICY.formatted("p", "{match: {}}") + "---\n" + POLICY.formatted("q", "{match: {}}"));
        reader.read();

        write("a.yaml", POLICY.formatted("q", "{match: {}}"));

        assertThat(names(reader.read())).containsExactly("q");

        Files.delete(directory.resolve("a.yaml"));

        assertThat(names(reader.read())).isEmpty();
    }

    @Test
    void ofTwoPoliciesOfOneNameTheFirstCounts() throws IOException {
        write("a.yaml", POLICY.formatted("p", "{priority: 1, match: {}}"));
        write("b.yaml", POLICY.formatted("p", "{priority: 2, match: {}}"));

        PolicyFiles reading = reader.read();

        assertThat(priorities(reading)).containsExactly(1);
        assertThat(problems(reading))
                .containsExactly("b.yaml: p is there more than once, and the first one counts: remove one of them");
    }

    @Test
    void aPolicyAndANamespaceOfOneNameAreTwoThings() throws IOException {
        write(
                "a.yaml",
                POLICY.formatted("shop", "{match: {}}") + "---\n"
                        + "{apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {a: b}}}");

        PolicyFiles reading = reader.read();

        assertThat(names(reading)).containsExactly("shop");
        assertThat(reading.snapshot().namespaces()).containsOnlyKeys("shop");
        assertThat(reading.problems()).isEmpty();
    }

    @Test
    void anotherVersionOfTheApiIsPassedOver() throws IOException {
        write("a.yaml", POLICY.formatted("p", "{match: {}}").replace("v1alpha1", "v2"));

        PolicyFiles reading = reader.read();

        assertThat(names(reading)).isEmpty();
        assertThat(problems(reading))
                .containsExactly(
                        "a.yaml, document 1: the object cannot be used here: it must be a v1 Namespace, a v1 Node, a"
                                + " karpenter.sh/v1 NodePool, a node.k8s.io/v1 RuntimeClass or a tolerant.dev/v1alpha1 TolerationPolicy, but is 'tolerant.dev/v2 TolerationPolicy'");
    }

    private static List<String> names(PolicyFiles reading) {
        return reading.snapshot().policies().policies().stream()
                .map(Policy::name)
                .toList();
    }

    private static List<Integer> priorities(PolicyFiles reading) {
        return reading.snapshot().policies().policies().stream()
                .map(Policy::priority)
                .toList();
    }
}

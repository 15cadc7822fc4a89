package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.engine.model.LabelSelector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code kubectl tolerant drill}: its options, and what it says of mistakes. */
class DrillCommandTest {

    private static CommandRun drill(String... arguments) {
        List<String> command = new ArrayList<>(List.of("drill", "--from", Dumps.SHOP));
        command.addAll(Arrays.asList(arguments));
        return CommandRun.of(command.toArray(String[]::new));
    }

    @Test
    void aNodeThatDoesNotExistIsAnswered() {
        CommandRun run = drill("node/elsewhere");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("drill: there is no node elsewhere; there are n1, n2, n3" + System.lineSeparator());
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "-l zone=none | -l zone=none selects no node; there are n1, n2, n3",
                "pod/web | 'pod/web' is not a node: write node/NAME",
                "-l a=b=c | -l a=b=c is not a selector",
                "node/n1 --taint maintenance | --taint 'maintenance' is not a taint",
                "node/n1 --after soon | 'soon' is not a duration",
                "-n shop | name a node, as in node/n1, or select nodes with -l",
            })
    void aMistakeIsSaidAndNothingElse(String arguments, String message) {
        CommandRun run = drill(arguments.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(message);
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"node/n1", "nodes/n1", "no/n1", "n1", "node n1", "-l kubernetes.io/hostname=n1"})
    void aNodeIsNamedAsKubectlNamesIt(String arguments) {
        assertThat(drill(arguments.split(" ")).out()).startsWith("Drill: node n1 stops answering, ");
    }

    @Test
    void aNamespaceNarrowsTheAnswer() {
        assertThat(drill("node/n1", "-n", "monitoring").out())
                .contains("monitoring/daemonset/log-agent")
                .doesNotContain("shop/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"drill node/n1", "whatif --prune"})
    void aNamespaceThatIsNotThereIsSaidWithTheNearest(String command) {
        String[] arguments = (command + " --from " + Dumps.SHOP + " -n shpo").split(" ");
        CommandRun run = CommandRun.of(arguments);

        assertThat(run)
                .isEqualTo(new CommandRun(
                        2, "", arguments[0] + ": there is no namespace shpo; there is shop" + System.lineSeparator()));
    }

    @Test
    void factsWithoutPodsAnswerNothing(@TempDir Path directory) throws Exception {
        Path nodes = Files.writeString(
                directory.resolve("nodes.yaml"), "{apiVersion: v1, kind: Node, metadata: {name: n1}}");

        CommandRun run = CommandRun.of("drill", "node/n1", "--from", nodes.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("drill: pods are not known: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "zone=a | true",
                "zone==a,!gpu | true",
                "zone!=a | false",
                "zone in (a, b),zone | true",
                "zone notin (a) | false",
                "other | false",
                "other!=x | true",
                "!zone | false",
            })
    void aSelectorMeansWhatItMeansToKubectl(String text, boolean matches) throws Exception {
        LabelSelector selector = NodeSelection.parsed(text);
        assertThat(selector.matches(Map.of("zone", "a"))).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "a,", "a b", "a in", "=b", "a=(b)", "a,,b"})
    void whatIsNoSelectorIsRefused(String text) {
        assertThatThrownBy(() -> NodeSelection.parsed(text)).isInstanceOf(InputException.class);
    }

    @ParameterizedTest
    @CsvSource({"50s, 50", "1m30s, 90", "2h, 7200", "40, 40"})
    void aDurationIsReadAsKubectlReadsIt(String text, long seconds) {
        assertThat(new DurationConverter().convert(text)).hasSeconds(seconds);
    }
}

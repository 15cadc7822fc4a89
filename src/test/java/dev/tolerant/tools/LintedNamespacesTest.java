package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code lint} says of the annotations of namespaces, and of namespaces that policies name. */
class LintedNamespacesTest {
    private static final Path FILES = Path.of("src/test/resources/lint");
    private static final String PREFIX = "scheduler.alpha.kubernetes.io/";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "annotation-key    | defaulttolerations                        | is ignored: did you mean scheduler.alpha.kubernetes.io/defaultTolerations?",
                "annotation-key    | tolerationsWhiteList                      | is ignored: did you mean scheduler.alpha.kubernetes.io/tolerationsWhitelist?",
                "annotation-field  | defaultTolerations[0].effects             | is ignored: did you mean effect?",
                "annotation-field  | defaultTolerations[0].tolerationsSeconds  | is ignored: did you mean tolerationSeconds?",
                "whitelist-widened | tolerationsWhitelist[0].keys              | is ignored: did you mean key?",
            })
    void whatIsMisspeltInAnnotationsIsNamed(String folder, String path, String sentence) {
        CommandRun run = CommandRun.of("lint", FILES.resolve(folder).toString());

        assertThat(run.out())
                .containsPattern("(?m)^\\S+:\\d+: error: Namespace \\S+: "
                        + Pattern.quote(
                                "metadata.annotations." + PREFIX + path + " " + sentence + " [invalid-namespace]"));
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "scheduler.alpha.kubernetes.io/defaultToleration    | 1 error, 0 warnings",
                "scheduler.kubernetes.io/tolerationsWhitelist       | 1 error, 0 warnings",
                "scheduler.alpha.kubernetes.io/toleration-whitelist | 1 error, 0 warnings",
                "defaultTolerations                                 | 1 error, 0 warnings",
                "scheduler.alpha.kubernetes.io/node-selector        | 0 errors, 0 warnings",
                "scheduler.alpha.kubernetes.io/defaultTolerations   | 0 errors, 0 warnings",
                "example.com/tolerations                            | 0 errors, 0 warnings",
            })
    void onlyWhatResemblesAnAnnotationAboutTolerationsIsMisspelt(String annotation, String summary) throws IOException {
        CommandRun run = lint(annotation, "[]");

        assertThat(run.out()).endsWith("1 object, " + summary + "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{operator: Exists}                            | has the entry op=Exists without a key, which admits every toleration: name the keys",
                "{Operator: Exists, Effect: NoSchedule}        | admits every toleration with effect NoSchedule: name the keys",
                "{operator: Exists, keys: spot}                | admits every toleration: name the keys",
                "{operator: Exists, key: spot}                 | ",
                "{operator: Exists, key: spot, ofALaterApi: 1} | tolerationsWhitelist[0].ofALaterApi is ignored: a toleration has key, operator",
            })
    void anEntryOfAWhitelistWithoutKeyIsSaidToAdmitEveryKey(String entry, String sentence) throws IOException {
        CommandRun run = lint(PREFIX + "tolerationsWhitelist", json(entry));

        if (sentence == null) {
            assertThat(run.out()).isEqualTo("1 object, 0 errors, 0 warnings\n");
        } else {
            assertThat(run.out())
                    .contains(": warning: Namespace a: metadata.annotations.")
                    .contains(sentence);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{key: b, effect: NoShedule} | b:NoShedule op=Equal   | effect must be NoSchedule",
                "{key: b, operator: exists}  | b op=exists    | operator must be Exists or Equal",
            })
    void aWordThatIsNoneOfTheApisIsShownAsItIsWritten(String entry, String written, String why) throws IOException {
        String sentence = written + ": " + why;

        assertThat(lint(PREFIX + "defaultTolerations", json(entry)).out())
                .contains(
                        "error: Namespace a: metadata.annotations." + PREFIX + "defaultTolerations skips " + sentence);
        assertThat(lint(PREFIX + "tolerationsWhitelist", json(entry)).out())
                .contains("tolerationsWhitelist has an entry that no pod can have, " + sentence);
    }

    @Test
    void aNamespaceDoesNotLimitAPolicy() {
        CommandRun run = CommandRun.of("lint", FILES.resolve("policy-namespace").toString(), "--fail-on", "warning");

        assertThat(run.out())
                .contains(": metadata.namespace does not limit the policy, which applies to all namespaces: remove"
                        + " it, and select namespaces with spec.match.namespaceSelector [namespace-ignored]")
                .endsWith("1 object, 0 errors, 1 warning\n");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    private static String json(String entry) {
        return "[" + entry.replaceAll("([A-Za-z]+)", "\"$1\"") + "]";
    }

    private CommandRun lint(String annotation, String text) throws IOException {
        String object = "{apiVersion: v1, kind: Namespace, metadata: {name: a, annotations: {" + annotation + ": '"
                + text + "'}}}\n";
        return CommandRun.of(
                "lint",
                Files.writeString(directory.resolve("namespace.yaml"), object).toString());
    }
}

package dev.tolerant.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.chart.AccessRule;
import dev.tolerant.testing.DocumentFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code SECURITY.md} names tests that exist, and says what the program's own account may do. */
class SecurityDocumentTest {
    private static final String TEXT = DocumentFiles.text(Path.of("SECURITY.md"));
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+(?:Test|IT))`");

    @Test
    void everyTestThatItNamesExists() throws IOException {
        Set<String> named =
                TEST.matcher(TEXT).results().map(match -> match.group(1)).collect(Collectors.toSet());

        Set<String> tests;
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            tests = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.replace(".java", ""))
                    .collect(Collectors.toSet());
        }

        assertThat(named).contains("OwnAccountChartTest", "OwnAccountApiServerIT");
        assertThat(tests).containsAll(named);
    }

    /** A right that is new belongs on the page. */
    @Test
    void itNamesEveryKindThatTheProgramMayRead() {
        String paragraph = TEXT.substring(TEXT.indexOf("With the chart's defaults the account may read"))
                .replaceAll("\\s+", " ");

        assertThat(AccessRule.OF_POLICIES)
                .extracting(AccessRule::resource)
                .containsExactly(
                        "namespaces",
                        "nodes",
                        "nodepools",
                        "runtimeclasses",
                        "tolerationpolicies",
                        "tolerationpolicies/status");
        assertThat(AccessRule.OF_RESERVATIONS)
                .extracting(AccessRule::resource)
                .containsExactly("serviceaccounts", "serviceaccounts");
        assertThat(paragraph)
                .startsWith(
                        "With the chart's defaults the account may read namespaces, nodes, NodePools of Karpenter, RuntimeClasses"
                                + " and policies, write the status of policies, read and write the one"
                                + " Secret with its certificates, patch its own registration, read ValidatingAdmissionPolicies and"
                                + " their bindings, and, in its own namespace, create ServiceAccounts, read, patch and delete"
                                + " `tolerant-reservations`, create Leases and read and patch the leader's.");
        assertThat(AccessRule.OF_GUARDS)
                .extracting(AccessRule::resource)
                .containsExactly("validatingadmissionpolicies", "validatingadmissionpolicybindings");
        assertThat(AccessRule.OF_LEASE.verbs()).containsExactly("get", "patch");
    }

    @Test
    void itNamesEveryKindThatTheProgramMayReadOrChangeBesideAKeeper() {
        String paragraph = TEXT.substring(TEXT.indexOf("With [the keeper]")).replaceAll("\\s+", " ");

        assertThat(AccessRule.ofKeeper(true))
                .extracting(AccessRule::resource)
                .containsExactly("pods", "mutatingwebhookconfigurations");
        assertThat(paragraph)
                .startsWith(
                        "With [the keeper](docs/keeper.md) on (`keeper.mode`, off by default) the account may also read all"
                                + " pods, their environment included, and read mutating registrations. With"
                                + " `keeper.mode=enforce` it may patch pods");
    }
}

package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.DryRun;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.testing.DocumentFiles;
import dev.tolerant.testing.RenderedChart;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Helm's commands in the documents, word by word, as far as Helm goes without a cluster. */
class HelmCommandsChartTest {
    private static final Pattern SHELL = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL);

    private static final Pattern REGISTRATION =
            Pattern.compile("<!-- cluster: laptop -->\n```sh\nkubectl apply -f - <<EOF\n(.*?)EOF\n```", Pattern.DOTALL);

    /** What the shell would put in: here any base64 does. */
    private static final Pattern SUBSTITUTION = Pattern.compile("\\$\\([^)]*\\)");

    static Stream<String> commands() {
        return Stream.concat(DocumentFiles.paths().stream(), Stream.of(ChartReadme.FILE))
                .flatMap(document -> SHELL.matcher(RenderedChart.read(document))
                        .results()
                        .map(block -> block.group(1).replace("\\\n", " ")))
                .flatMap(String::lines)
                .filter(line -> line.startsWith("helm "));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandIsOneThatHelmTakes(String command) {
        List<String> words = new ArrayList<>(
                List.of(SUBSTITUTION.matcher(command).replaceAll("Q0E=").trim().split("\\s+")));
        String verb = words.get(1);
        assertThat(words.get(2)).isEqualTo("tolerant");

        if (verb.equals("test") || verb.equals("uninstall")) {
            assertThat(words.subList(3, words.size())).containsExactly("--namespace", "tolerant-system");
            return;
        }
        assertThat(verb).isIn("install", "upgrade");
        InstallCommand install = new Helm(Path.of(words.get(3)))
                .install()
                .withName("tolerant")
                .withKubeVersion(RenderedChart.KUBE_VERSION)
                .clientOnly()
                .withDryRunOption(DryRun.CLIENT);
        Iterator<String> options = words.subList(4, words.size()).iterator();
        while (options.hasNext()) {
            String option = options.next();
            switch (option) {
                case "--namespace" -> install.withNamespace(options.next());
                case "--set" -> set(install, options.next());
                case "--create-namespace" -> {
                    // Means nothing without a cluster.
                }
                // The values that the release was installed with include its image.
                case "--reset-then-reuse-values" -> set(install, "image.repository=" + RenderedChart.IMAGE);
                default -> throw new AssertionError(option + " is not an option that this test knows");
            }
        }

        assertThat(install.call().getStatus()).isEqualTo("pending-install");
    }

    @Test
    void theRegistrationOfAMachineAsksForWhatTheChartsDoes() throws InvalidManifestException {
        Matcher block = REGISTRATION.matcher(RenderedChart.read(Path.of("docs/operations.md")));
        assertThat(block.find()).isTrue();
        List<MutatingWebhook> shown = new KubernetesSerialization()
                .convertValue(
                        ManifestFile.of(
                                        "laptop.yaml",
                                        SUBSTITUTION.matcher(block.group(1)).replaceAll("Q0E="))
                                .manifests()
                                .get(0)
                                .object(),
                        MutatingWebhookConfiguration.class)
                .getWebhooks();
        List<MutatingWebhook> installed = RenderedChart.ofDefaults()
                .only(MutatingWebhookConfiguration.class)
                .getWebhooks();

        assertThat(shown)
                .extracting(webhook -> webhook.getClientConfig().getUrl())
                .containsOnly("https://192.168.1.5:8443/mutate");
        assertThat(shown)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("clientConfig", "matchConditions")
                .isEqualTo(installed);
    }

    private static void set(InstallCommand install, String assignment) {
        String[] parts = assignment.split("=", 2);
        install.set(parts[0], parts[1]);
    }
}

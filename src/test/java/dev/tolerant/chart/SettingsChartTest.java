package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.documents.SettingDescriptions;
import dev.tolerant.documents.SettingDescriptions.Description;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.testing.DocumentFiles;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.SettingsFile;
import dev.tolerant.testing.WholeProgram;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings that reach the program, in the file that Quarkus reads, are those of the documents and of the Javadoc. */
class SettingsChartTest {
    private static final String MAPS = """
            settings:
              rules: {extendedResources: {taints: {nvidia.com/gpu: ['nvidia.com/gpu:NoSchedule']}}}
            """;
    /** Reached by settings.extraProperties alone. */
    private static final Set<String> NOT_A_VALUE = Set.of(
            "tolerant.policies.directory",
            "tolerant.limits.bodies",
            "tolerant.limits.connections-per-address",
            "tolerant.certificate.poll-period");

    /**
     * Other settings' values differ from theirs: a cluster has no directory, certificates have modes of their own, and the
     * keeper's mode is capped by another value.
     */
    private static final Pattern SHARED = Pattern.compile(
            "tolerant\\.(mode|comparison-operators|pods-opt-out|rules\\..*" + "|keeper\\.patches-per-second)");

    private static final Pattern DASH = Pattern.compile("-(.)");

    @Test
    void everyDocumentedSettingIsAValueOfTheChart() {
        Set<String> documented = new TreeSet<>();
        DocumentFiles.read().table("settings").forEach(row -> documented.add(DocumentFiles.code(row.get(0))));
        documented.removeAll(NOT_A_VALUE);

        Set<String> reached = new TreeSet<>();
        Stream.of(
                        "",
                        "certificates: {mode: certManager}",
                        "webhook: {enabled: false, objectSelector: {matchLabels: {a: b}}}")
                .map(others -> SettingsFile.with(MAPS + others))
                .flatMap(settings -> settings.keySet().stream())
                .filter(name -> name.startsWith("tolerant."))
                .map(name -> name.replaceAll("\"[^\"]*\"", "*"))
                .forEach(reached::add);

        assertThat(reached).isEqualTo(documented);
    }

    @Test
    void theChartsDefaultsAreTheProgramsOwn() {
        Map<String, String> documented = new TreeMap<>();
        DocumentFiles.read()
                .table("settings")
                .forEach(row -> documented.put(DocumentFiles.code(row.get(0)), DocumentFiles.code(row.get(1))));
        // In a cluster there is nothing to find out.
        documented.put("tolerant.policies.source", "cluster");
        documented.keySet().removeAll(NOT_A_VALUE);
        documented.keySet().removeIf(name -> name.endsWith("*"));
        // In a cluster there is a certificate.
        documented.keySet().removeIf(name -> name.startsWith("tolerant.certificate."));
        // Whoever asks the webhook knows them.
        documented.keySet().removeIf(name -> name.endsWith("-selector"));
        documented.put("tolerant.certificate.mode", "built-in");
        documented.put("tolerant.reservations.exempt-namespaces", RenderedChart.NAMESPACE);
        documented.put(
                "tolerant.guards",
                "tolerant-reservations,tolerant-toleration-count,tolerant-namespace-labels,tolerant-reservations-writer,tolerant-registration");

        Map<String, String> settings = SettingsFile.of(RenderedChart.ofDefaults());

        assertThat(settings).containsAllEntriesOf(documented);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "keeper: {mode: enforce}",
                "{keeper: {mode: enforce}, settings: {mode: audit}}",
                "certificates: {mode: certManager}",
                "{certificates: {mode: certManager}, reservations: {enabled: false}}",
            })
    void theProgramWatchesTheGuardsThatAreInstalled(String values) {
        RenderedChart chart = RenderedChart.with(values);
        Set<String> installed = names(chart.all(ValidatingAdmissionPolicy.class));

        Set<String> watched =
                Set.copyOf(programs(SettingsFile.of(chart)).guards().orElse(List.of()));

        assertThat(watched).isEqualTo(installed).isEqualTo(names(chart.all(ValidatingAdmissionPolicyBinding.class)));
    }

    private static Set<String> names(List<? extends HasMetadata> objects) {
        return objects.stream().map(each -> each.getMetadata().getName()).collect(Collectors.toSet());
    }

    @Test
    void valuesSayWhatTheJavadocSays() throws IOException {
        Map<String, String> comments =
                ValuesComments.of(RenderedChart.read(RenderedChart.CHART.resolve("values.yaml")));
        Map<String, Description> settings = SettingDescriptions.read();
        settings.keySet().removeIf(name -> !SHARED.matcher(name).matches());

        assertThat(settings).hasSizeGreaterThan(15).allSatisfy((name, setting) -> {
            String value = valueOf(name);
            assertThat(comments.get(value) + " ").startsWith(setting.meaning() + " ");
        });
    }

    /** The path of the chart's value for a setting. */
    private static String valueOf(String setting) {
        String path = DASH.matcher(setting.replaceFirst("^tolerant\\.", "").replaceFirst("\\.\\*$", ""))
                .replaceAll(dashed -> dashed.group(1).toUpperCase(Locale.ROOT));
        return path.startsWith("keeper.") ? path : "settings." + path;
    }

    @Test
    void theProgramReadsEmptyLists() {
        TolerantConfig config = programs(SettingsFile.with("settings: {}"));

        assertThat(config.rules().extendedResources().ignore()).isEmpty();
        assertThat(config.rules().extendedResources().taints()).isEmpty();
    }

    @Test
    void aChangeOfSettingsRestartsThePodsAndNothingElseDoes() {
        String before = checksum(RenderedChart.ofDefaults());

        String changed = checksum(RenderedChart.with("settings: {mode: audit}"));
        String same = checksum(RenderedChart.with("webhook: {failurePolicy: Fail}"));

        assertThat(changed).isNotEqualTo(before);
        assertThat(same).isEqualTo(before);
    }

    private static String checksum(RenderedChart chart) {
        Map<String, String> annotations = template(chart).getMetadata().getAnnotations();
        assertThat(annotations)
                .containsOnlyKeys("checksum/settings", "cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes");
        return annotations.get("checksum/settings");
    }

    private static PodTemplateSpec template(RenderedChart chart) {
        return chart.only(Deployment.class).getSpec().getTemplate();
    }

    /** What the program makes of the file. */
    static TolerantConfig programs(Map<String, String> settings) {
        Map<String, String> own = new TreeMap<>();
        settings.forEach((name, value) -> {
            if (name.startsWith("tolerant.")) {
                own.put(name.substring("tolerant.".length()), value);
            }
        });
        return WholeProgram.config(own);
    }
}

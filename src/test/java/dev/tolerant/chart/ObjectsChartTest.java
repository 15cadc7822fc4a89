package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.testing.RenderedChart;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds of all objects that the chart renders, for every file under {@code ci} or whatever the values are. */
class ObjectsChartTest {
    private static final YAMLMapper YAML = new YAMLMapper();
    /** YAML would read these as numbers, truth values or nothing. */
    private static final List<String> NAMESPACES = List.of("123", "1e3", "0x1f", "true", "null");

    private static final String CI_FILES = "dev.tolerant.testing.RenderedChart#ciFiles";

    @ParameterizedTest
    @MethodSource(CI_FILES)
    void everyFieldIsOneThatItsKindHas(String name) {
        RenderedChart chart = RenderedChart.ofCi(name);

        assertThat(chart.objects())
                .isNotEmpty()
                .filteredOn(object -> !(object instanceof GenericKubernetesResource))
                .flatExtracting(UnknownFields::of)
                .isEmpty();
        assertThat(chart.all(GenericKubernetesResource.class))
                .extracting(GenericKubernetesResource::getApiVersion)
                .isSubsetOf("cert-manager.io/v1", "monitoring.coreos.com/v1");
    }

    @Test
    void aMisspeltFieldWouldBeSeen() {
        Object pod = new KubernetesSerialization().unmarshal("""
                apiVersion: v1
                kind: Pod
                metadata: {name: sample, label: {}}
                spec: {containers: [{name: main, ports: [{containerPort: 1, protokoll: TCP}]}], dnspolicy: Default}
                """);

        assertThat(UnknownFields.of(pod))
                .containsExactlyInAnyOrder(
                        "Pod.Metadata.label", "Pod.Spec.dnspolicy", "Pod.Spec.Containers[].Ports[].protokoll");
    }

    @ParameterizedTest
    @MethodSource(CI_FILES)
    void noTwoHaveOneKindAndName(String name) {
        assertThat(RenderedChart.ofCi(name).objects())
                .extracting(
                        object -> object.getKind() + "/" + object.getMetadata().getName())
                .doesNotHaveDuplicates();
    }

    @Test
    void allHaveTheReleasesLabelsAndThoseOfTheValues() {
        RenderedChart chart = RenderedChart.with(
                "{commonLabels: {team: platform, app.kubernetes.io/name: mine}, certificates: {mode: certManager}}");

        assertThat(chart.objects())
                .extracting(object -> object.getMetadata().getLabels())
                .allSatisfy(labels -> assertThat(labels)
                        .containsEntry("team", "platform")
                        .containsEntry("app.kubernetes.io/name", "tolerant")
                        .containsEntry("app.kubernetes.io/instance", "tolerant")
                        .containsEntry("app.kubernetes.io/part-of", "tolerant")
                        .containsEntry("app.kubernetes.io/managed-by", "Helm")
                        .containsEntry("helm.sh/chart", "tolerant-0.1.0"));
    }

    @Test
    void aNameOfDigitsStaysText() {
        String manifest = RenderedChart.manifest(RenderedChart.CHART, "{fullnameOverride: tolerant}", "42", "1234");

        assertThat(manifest)
                .contains("namespace: \"1234\"")
                .contains("app.kubernetes.io/instance: \"42\"")
                .doesNotContain("namespace: 1234")
                .doesNotContain("app.kubernetes.io/instance: 42");
    }

    @ParameterizedTest
    @MethodSource(CI_FILES)
    void aNamespaceIsTextWhereverItIsWritten(String name) throws IOException {
        List<String> wrong = new ArrayList<>();
        for (String namespace : NAMESPACES) {
            String manifest = RenderedChart.manifestWithHooks(RenderedChart.ciValues(name), "tolerant", namespace);
            int found = 0;
            try (MappingIterator<JsonNode> documents =
                    YAML.readerFor(JsonNode.class).readValues(manifest)) {
                while (documents.hasNext()) {
                    found += collect(documents.next(), "", namespace, wrong);
                }
            }
            assertThat(found).isPositive();
        }

        assertThat(wrong).isEmpty();
    }

    /** How often the namespace is found; what should be the namespace and is not goes into the list. */
    private static int collect(JsonNode node, String path, String namespace, List<String> wrong) {
        int found = 0;
        for (var fields = node.fields(); fields.hasNext(); ) {
            var field = fields.next();
            String place = path + "/" + field.getKey();
            JsonNode value = field.getValue();
            boolean isNamespace = field.getKey().equals("namespace") && value.isValueNode();
            if (isNamespace && !value.isTextual()) {
                wrong.add(place + " is " + value);
            }
            found += isNamespace && namespace.equals(value.textValue()) ? 1 : 0;
            found += collect(value, place, namespace, wrong);
        }
        for (JsonNode item : node.isArray() ? node : YAML.createArrayNode()) {
            boolean ofNames = path.endsWith("/matchNames") || path.endsWith("/values");
            if (ofNames && !item.isTextual()) {
                wrong.add(path + " has " + item);
            }
            found += ofNames && namespace.equals(item.asText()) ? 1 : 0;
            found += collect(item, path, namespace, wrong);
        }
        return found;
    }

    @ParameterizedTest
    @MethodSource(CI_FILES)
    void whatSelectsPodsSelectsTheWebhooksAndNotTheTest(String name) {
        RenderedChart chart = RenderedChart.ofCi(name);

        for (Deployment deployment : chart.all(Deployment.class)) {
            List<Map<String, String>> selectors = new ArrayList<>();
            selectors.add(deployment.getSpec().getSelector().getMatchLabels());
            chart.all(Service.class)
                    .forEach(service -> selectors.add(service.getSpec().getSelector()));
            chart.all(PodDisruptionBudget.class)
                    .forEach(budget ->
                            selectors.add(budget.getSpec().getSelector().getMatchLabels()));
            chart.all(NetworkPolicy.class)
                    .forEach(policy ->
                            selectors.add(policy.getSpec().getPodSelector().getMatchLabels()));
            chart.ofKind("PodMonitor")
                    .forEach(monitor -> selectors.add(monitor.get("spec", "selector", "matchLabels")));
            deployment.getSpec().getTemplate().getSpec().getTopologySpreadConstraints().stream()
                    .filter(constraint -> constraint.getTopologyKey().contains("kubernetes.io"))
                    .forEach(constraint ->
                            selectors.add(constraint.getLabelSelector().getMatchLabels()));
            Map<String, String> webhook =
                    deployment.getSpec().getTemplate().getMetadata().getLabels();
            Map<String, String> test = chart.only(Pod.class).getMetadata().getLabels();
            assertThat(selectors).hasSizeGreaterThan(3).allSatisfy(selector -> {
                assertThat(webhook).containsAllEntriesOf(selector);
                assertThat(test.entrySet().containsAll(selector.entrySet())).isFalse();
            });
        }
    }

    @ParameterizedTest
    @MethodSource(CI_FILES)
    void everyPortThatIsNamedIsAPortOfTheContainer(String name) {
        RenderedChart chart = RenderedChart.ofCi(name);

        for (Deployment deployment : chart.all(Deployment.class)) {
            List<String> ports = deployment.getSpec().getTemplate().getSpec().getContainers().get(0).getPorts().stream()
                    .map(ContainerPort::getName)
                    .toList();
            assertThat(ports).containsExactly("https", "management");
            assertThat(chart.all(Service.class))
                    .flatExtracting(service -> service.getSpec().getPorts())
                    .extracting(port -> port.getTargetPort().getStrVal())
                    .containsExactlyInAnyOrderElementsOf(ports);
        }
    }

    @ParameterizedTest
    @MethodSource(CI_FILES)
    void onlyTheFileThatOptsInBringsKubeSystemBack(String name) {
        List<LabelSelector> selectors =
                RenderedChart.ofCi(name).only(MutatingWebhookConfiguration.class).getWebhooks().stream()
                        .map(MutatingWebhook::getNamespaceSelector)
                        .toList();

        assertThat(selectors)
                .isNotEmpty()
                .noneMatch(selector -> selects(selector, RenderedChart.NAMESPACE))
                .filteredOn(selector -> selects(selector, "kube-system"))
                .hasSize(name.equals("kube-system") ? 2 : 0);
    }

    /** Whether the selector selects a namespace of this name and without other labels. */
    private static boolean selects(LabelSelector selector, String namespace) {
        return selector.getMatchExpressions().stream()
                .filter(expression -> expression.getKey().equals("kubernetes.io/metadata.name"))
                .allMatch(expression -> expression.getValues().contains(namespace)
                        == expression.getOperator().equals("In"));
    }

    @ParameterizedTest
    @MethodSource(CI_FILES)
    void nobodyMayChangePoliciesUnlessAnotherBindsTheRoles(String name) {
        RenderedChart chart = RenderedChart.ofCi(name);

        assertThat(chart.all(ClusterRole.class))
                .filteredOn(role -> role.getRules().stream().anyMatch(ObjectsChartTest::changesPolicies))
                .allSatisfy(role -> {
                    assertThat(role.getMetadata().getName()).matches("tolerant(-taints)?-policies-(edit|admin)");
                    assertThat(role.getMetadata().getLabels().keySet())
                            .noneMatch(label -> label.startsWith("rbac.authorization.k8s.io/aggregate-to-"));
                });
        assertThat(chart.all(ClusterRoleBinding.class))
                .noneMatch(binding -> binding.getRoleRef().getName().contains("-policies"));
    }

    private static boolean changesPolicies(PolicyRule rule) {
        return rule.getResources().contains("tolerationpolicies")
                && !List.of("get", "list", "watch").containsAll(rule.getVerbs());
    }

    @ParameterizedTest
    @MethodSource(CI_FILES)
    void noLineOfTheNotesIsLeftOfATemplate(String name) {
        String notes = RenderedChart.notes(RenderedChart.NAMESPACE, RenderedChart.ciValues(name));

        assertThat(notes).doesNotContain("{{").doesNotContain("<no value>").doesNotContain("\n\n\n");
    }

    @ParameterizedTest
    @MethodSource(CI_FILES)
    void theNotesFitOnAScreen(String name) {
        assertThat(RenderedChart.notes(RenderedChart.NAMESPACE, RenderedChart.ciValues(name))
                        .lines())
                .hasSizeLessThanOrEqualTo(20);
    }

    @ParameterizedTest
    @MethodSource(CI_FILES)
    void whatADeletedNamespaceLeavesIsRemovedByTheCommandsInTheReadme(String name) {
        List<MatchResult> commands = Pattern.compile("kubectl delete (\\w+\\S+) \\\\\n +-l (\\S+)")
                .matcher(RenderedChart.read(RenderedChart.CHART.resolve("README.md")))
                .results()
                .toList();
        List<String> kinds = commands.stream()
                .flatMap(command -> Stream.of(command.group(1).split(",")))
                .toList();

        assertThat(commands).hasSize(2);
        assertThat(RenderedChart.ofCi(name).objects())
                .filteredOn(object -> object.getMetadata().getNamespace() == null)
                .filteredOn(object -> !(object instanceof CustomResourceDefinition))
                .isNotEmpty()
                .allSatisfy(object -> {
                    assertThat(kinds).contains(object.getPlural());
                    assertThat(object.getMetadata().getLabels().entrySet().stream()
                                    .map(label -> label.getKey() + "=" + label.getValue()))
                            .containsAll(List.of(commands.get(0).group(2).split(",")));
                });
    }

    @Test
    void theDefinitionIsTheGeneratedOneAndHasNothingThatTheApiServerWouldDrop() {
        CustomResourceDefinition generated = new KubernetesSerialization()
                .unmarshal(
                        RenderedChart.read(RenderedChart.CHART.resolve("files/crd.yaml")),
                        CustomResourceDefinition.class);
        CustomResourceDefinition shipped = RenderedChart.ofDefaults()
                .named(CustomResourceDefinition.class, generated.getMetadata().getName());

        assertThat(shipped.getSpec()).isEqualTo(generated.getSpec());
        assertThat(shipped.getSpec().getVersions().get(0).getAdditionalPrinterColumns())
                .hasSize(5)
                .extracting(CustomResourceColumnDefinition::getPriority)
                .doesNotContain(0);
    }

    @Test
    void noTemplateMakesACertificateOrAsksTheCluster() throws IOException {
        List<Path> templates;
        try (Stream<Path> files = Files.walk(RenderedChart.CHART.resolve("templates"))) {
            templates = files.filter(Files::isRegularFile).toList();
        }

        assertThat(templates)
                .hasSizeGreaterThan(15)
                .allSatisfy(template -> assertThat(RenderedChart.read(template))
                        .doesNotContainPattern(
                                "\\b(lookup|genCA|genSignedCert|genSelfSignedCert|genPrivateKey|randAlphaNum|now)\\b"));
    }

    /** Charts that make a certificate whenever they are rendered break running pods (D18). */
    @Test
    void renderingTwiceGivesTheSameBytes() {
        String once = RenderedChart.manifest(RenderedChart.CHART, "{}", RenderedChart.NAME, RenderedChart.NAMESPACE);
        String again = RenderedChart.manifest(RenderedChart.CHART, "{}", RenderedChart.NAME, RenderedChart.NAMESPACE);

        assertThat(again).isEqualTo(once);
    }
}

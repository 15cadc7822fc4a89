package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.crd.InjectionsObject;
import dev.tolerant.engine.standing.InjectionsCompiler;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.setup.EngineFactory;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the doctor says of what the API server gives pods by itself. */
class DoctorInjectionsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String POLICY = """
            metadata: {name: gpu}
            spec: {match: {}, tolerations: [{key: gpu, operator: Exists}]}
            """;
    private static final String STAYING = """
            metadata: {name: arm}
            spec: {match: {nodeSelector: {arch: arm}}, tolerations: [{key: arm, operator: Exists}]}
            """;
    private static final String SETTINGS = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: tolerant, namespace: tolerant-system, labels: {app.kubernetes.io/part-of: tolerant}}
            data: {application.properties: "tolerant.injections.enabled=%s"}
            """;
    private static final String MUTATING = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: MutatingAdmissionPolicy
            metadata: {name: tolerant-injections, labels: {app.kubernetes.io/component: injections}}
            spec: {paramKind: {apiVersion: tolerant.dev/v1alpha1, kind: Injections}}
            """;
    private static final String BINDING = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: MutatingAdmissionPolicyBinding
            metadata: {name: tolerant-injections}
            spec: {policyName: tolerant-injections, paramRef: {name: current}%s}
            """;
    private static final List<String> LISTS = List.of(
            "{apiVersion: tolerant.dev/v1alpha1, kind: InjectionsList, items: []}",
            "{apiVersion: v1, kind: NamespaceList, items: []}",
            "{apiVersion: v1, kind: NodeList, items: []}",
            "{apiVersion: karpenter.sh/v1, kind: NodePoolList, items: []}",
            "{apiVersion: admissionregistration.k8s.io/v1, kind: MutatingAdmissionPolicyList, items: []}",
            "{apiVersion: admissionregistration.k8s.io/v1, kind: MutatingAdmissionPolicyBindingList, items: []}");

    @TempDir
    private Path directory;

    /** What the program would store for these policies. */
    private static String object(String... policies) {
        InjectionsObject object = InjectionsObject.of(InjectionsCompiler.compile(
                PolicySet.of(PolicyFixture.all(String.join("---\n", policies))),
                Reservations.NONE,
                List.of(),
                EngineFactory.injected(WholeProgram.config(Map.of("injections.enabled", "true")))));
        return new KubernetesSerialization().asJson(object);
    }

    private static String policy(String yaml) {
        return "apiVersion: tolerant.dev/v1alpha1\nkind: TolerationPolicy\n" + yaml;
    }

    private JsonNode check(String... documents) throws IOException {
        return checkOf(String.join("\n---\n", LISTS) + "\n---\n" + String.join("\n---\n", documents));
    }

    private JsonNode checkOf(String cluster) throws IOException {
        Path file = Files.writeString(directory.resolve("cluster.yaml"), cluster);
        CommandRun run = CommandRun.of("doctor", "-o", "json", "--from", file.toString());
        return StreamSupport.stream(JSON.readTree(run.out()).path("items").spliterator(), false)
                .filter(check -> check.path("code").asText().equals("injections"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(run.toString()));
    }

    @Test
    void aCompleteInstallationIsSeenAndWhatStaysIsNamed() throws IOException {
        JsonNode check = check(
                SETTINGS.formatted("true"),
                policy(POLICY),
                policy(STAYING),
                MUTATING,
                BINDING.formatted(""),
                object(POLICY, STAYING));

        assertThat(check.path("sentence").asText())
                .isEqualTo("while no replica answers, the API server gives pods what the settings and 1 policy give,"
                        + " and 1 not, or not all");
        assertThat(check.path("details"))
                .isEqualTo(Yaml.tree("['arm: match.nodeSelector and match.os depend on what other policies give']"));
        assertThat(check.path("result").asText()).isEqualTo("passed");
    }

    @Test
    void withoutTheSettingNothingIsMissed() throws IOException {
        assertThat(check(SETTINGS.formatted("false"), policy(POLICY))
                        .path("result")
                        .asText())
                .isEqualTo("passed");
    }

    @ParameterizedTest
    @CsvSource({"v1.36.0, true", "v1.35.2, false"})
    void itIsSaidWhereTheApiServerCould(String version, boolean could) throws IOException {
        JsonNode check = checkOf(
                "{\"apiVersion\": \"cli.tolerant.dev/v1\", \"kind\": \"ClusterDump\", \"metadata\": {\"context\": \"a\","
                        + " \"at\": \"2026-01-15T12:00:00Z\", \"serverVersion\": \"" + version
                        + "\", \"unknown\": {}}, \"items\": ["
                        + Yaml.tree(SETTINGS.formatted("false")) + "]}");

        assertThat(check.path("result").asText()).isEqualTo("passed");
        assertThat(check.path("sentence").asText().contains("it could, by helm upgrade with injections.enabled=auto"))
                .isEqualTo(could);
    }

    @Test
    void withoutThePolicyPodsGetNothing() throws IOException {
        JsonNode check = check(SETTINGS.formatted("true"), policy(POLICY), object(POLICY));

        assertThat(check.path("result").asText()).isEqualTo("failed");
        assertThat(check.path("sentence").asText()).startsWith("there is no MutatingAdmissionPolicy of the chart");
    }

    @Test
    void aBindingThatIsNarrowedOrMissingIsNamed() throws IOException {
        JsonNode narrowed = check(
                SETTINGS.formatted("true"),
                policy(POLICY),
                MUTATING,
                BINDING.formatted(", matchResources: {}"),
                object(POLICY));
        JsonNode missing = check(SETTINGS.formatted("true"), policy(POLICY), MUTATING, object(POLICY));

        assertThat(narrowed.path("details").toString()).contains("its binding has matchResources");
        assertThat(missing.path("details").toString()).contains("it has no binding of its name");
    }

    @Test
    void anObjectThatIsMissingOrOldIsNamed() throws IOException {
        JsonNode missing = check(SETTINGS.formatted("true"), policy(POLICY), MUTATING, BINDING.formatted(""));
        JsonNode old =
                check(SETTINGS.formatted("true"), policy(POLICY), MUTATING, BINDING.formatted(""), object(STAYING));

        assertThat(missing.path("sentence").asText())
                .isEqualTo("there is no Injections current, so pods get nothing while no replica answers");
        assertThat(old.path("sentence").asText())
                .isEqualTo("Injections current does not say what policies, namespaces and settings give now");
    }
}

package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.testing.ClusterServer;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.Yaml;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kubectl tolerant doctor} over what a cluster lets somebody list. */
class DoctorClusterTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CRD =
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/tolerationpolicies.tolerant.dev";

    private static final String REGISTRATION = """
            metadata: {name: tolerant, labels: {app.kubernetes.io/version: 0.1.0}}
            webhooks:
            - name: pods.tolerant.dev
              failurePolicy: Ignore
              clientConfig: {url: "https://127.0.0.1:1/mutate"}
              rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods]}]
            """;
    private static final String SETTINGS = """
            metadata: {name: tolerant, namespace: tolerant-system, labels: {app.kubernetes.io/part-of: tolerant}}
            data: {application.properties: "tolerant.keeper.mode=enforce\\ntolerant.keeper.account=a"}
            """;
    private static final String POLICY = """
            metadata: {name: ml-pool}
            spec:
              match: {namespaceSelector: {matchLabels: {team: ml}}}
              reserve: {taints: [{key: gpu, value: ml, effect: NoSchedule}]}
            """;
    private static final String RESERVATIONS = """
            metadata:
              name: tolerant-reservations
              namespace: tolerant-system
              annotations:
                policies.tolerant.dev/p0: "ml-pool\\nlabel team ml"
                taints.tolerant.dev/gpu: gpu =ml NoSchedule 0
            """;
    private static final String GUARD = """
            metadata:
              name: tolerant-%1$s
              labels: {app.kubernetes.io/component: reservations, app.kubernetes.io/version: 0.1.0}
            spec: {failurePolicy: Fail}
            """;
    private static final String BINDING = """
            metadata: {name: tolerant-%1$s, labels: {app.kubernetes.io/component: reservations}}
            spec:
              policyName: tolerant-%1$s
              paramRef: {name: tolerant-reservations, namespace: tolerant-system}
              validationActions: [Deny]
            """;

    @AutoClose
    private final ClusterServer server = new ClusterServer();

    @TempDir
    private Path directory;

    @BeforeEach
    void install() {
        list(ObjectKind.MUTATING_WEBHOOKS, REGISTRATION);
        list(ObjectKind.CONFIG_MAP, SETTINGS);
        list(ObjectKind.NAMESPACE, "metadata: {name: default}");
        list(ObjectKind.POLICY, POLICY);
        list(ObjectKind.RESERVATIONS, RESERVATIONS);
        list(ObjectKind.GUARD, GUARD.formatted("reservations"), GUARD.formatted("namespace-labels"));
        list(ObjectKind.GUARD_BINDING, BINDING.formatted("reservations"), BINDING.formatted("namespace-labels"));
    }

    @Test
    void theGuardOfACompleteInstallationIsSeen() throws JsonProcessingException {
        JsonNode guard = check(doctor(), "reservations");

        assertThat(guard.path("sentence").asText()).isEqualTo("the API server enforces what one policy reserves");
        assertThat(guard.path("result").asText()).isEqualTo("passed");
    }

    @Test
    void anObjectThatIsGoneReservesNothingAndTheWayOutIsSaid() throws JsonProcessingException {
        list(ObjectKind.RESERVATIONS);

        JsonNode guard = check(doctor(), "reservations");

        assertThat(guard.path("result").asText()).isEqualTo("failed");
        assertThat(guard.path("sentence").asText())
                .isEqualTo(
                        "there is no ServiceAccount tolerant-reservations in namespace tolerant-system, so nothing is enforced");
        assertThat(guard.path("fix").asText()).contains("the leader's log");
    }

    @Test
    void noCheckIsUnknownForWantOfWhatNobodyReads() throws JsonProcessingException {
        assertThat(JSON.readTree(doctor().out()).path("items").findValuesAsText("sentence"))
                .hasSizeGreaterThan(20)
                .noneMatch(sentence -> sentence.contains("were not read"));
    }

    @Test
    void whatTheKeeperDoesIsUnknownWithoutTheSettings() throws JsonProcessingException {
        server.refuse(ClusterServer.path(ObjectKind.CONFIG_MAP), 403);

        CommandRun run = doctor();

        assertThat(check(run, "would-change").path("result").asText()).isEqualTo("unknown");
        assertThat(check(run, "fails-open").path("result").asText()).isEqualTo("unknown");
        assertThat(check(run, "settings").path("sentence").asText()).isEqualTo("you may not list configmaps");
    }

    @Test
    void settingsAreFoundWithoutARegistrationThatNamesTheirNamespace() throws JsonProcessingException {
        server.list(ObjectKind.MUTATING_WEBHOOKS);

        CommandRun run = doctor();

        assertThat(check(run, "new-pods").path("result").asText()).isEqualTo("failed");
        assertThat(check(run, "settings").path("sentence").asText())
                .isEqualTo("the program can use the settings of ConfigMap tolerant-system/tolerant");
    }

    @Test
    void whoMayReadNeitherRegistrationNorAnswersGetsNoVerdict() throws JsonProcessingException {
        for (ObjectKind kind : ObjectKind.values()) {
            if (kind != ObjectKind.NODE) {
                server.refuse(ClusterServer.path(kind), 403);
            }
        }
        server.refuse(CRD, 403);

        CommandRun run = doctor();

        assertThat(JSON.readTree(run.out()).at("/counts/failed").asInt()).isZero();
        assertThat(run.exitCode()).isEqualTo(2);
    }

    private void list(ObjectKind kind, String... objects) {
        server.list(kind, List.of(objects).stream().map(DoctorClusterTest::json).toArray(String[]::new));
    }

    private static String json(String yaml) {
        return Yaml.tree(yaml).toString();
    }

    private CommandRun doctor() {
        List<String> command = new ArrayList<>(List.of("doctor", "--no-probe", "-o", "json"));
        command.addAll(List.of("--kubeconfig", server.kubeconfig(directory).toString()));
        return CommandRun.of(command.toArray(String[]::new));
    }

    private static JsonNode check(CommandRun run, String code) throws JsonProcessingException {
        return StreamSupport.stream(JSON.readTree(run.out()).path("items").spliterator(), false)
                .filter(check -> check.path("code").asText().equals(code))
                .findFirst()
                .orElseThrow(() -> new AssertionError(run.toString()));
    }
}

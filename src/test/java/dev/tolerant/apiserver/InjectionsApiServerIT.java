package dev.tolerant.apiserver;

import static dev.tolerant.testing.Patience.waitingFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.chart.InjectionsCase;
import dev.tolerant.engine.crd.InjectionsObject;
import dev.tolerant.testing.Yaml;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a real API server of Kubernetes 1.36 gives pods by the chart's policy, while no replica of the program runs. */
@NeedsApiServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InjectionsApiServerIT {
    private static final User ADMIN = User.of("admin", "system:masters");
    private static final User PROGRAM = User.of("system:serviceaccount:tolerant-system:tolerant");
    private static final String OBJECT = "/apis/tolerant.dev/v1alpha1/injections/current";
    private static final int PORTS = 3;
    private static final int FIRST_MINOR = 36;

    @AutoClose
    private ControlPlaneUnderTest controlPlane;

    @BeforeAll
    void start() throws IOException {
        controlPlane = ControlPlaneUnderTest.start(
                "-injections",
                Assets.in(System.getenv()).orElseThrow(),
                FreePorts.find(PORTS),
                List.of(ADMIN, PROGRAM));
        ApiClient admin = controlPlane.client(ADMIN);
        assumeThat(controlPlane.minor(ADMIN))
                .as("the minor version of the API server")
                .isGreaterThanOrEqualTo(FIRST_MINOR);
        controlPlane.install(ADMIN, "{injections: {enabled: true}}");
        admin.delete("/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/tolerant");
        InjectionsCase.NAMESPACES.forEach((name, labels) -> waitingFor(name)
                .until(() -> admin.post("/api/v1/namespaces", namespace(name, labels))
                                .status()
                        == 201));
        waitingFor("the object")
                .until(() ->
                        controlPlane.client(PROGRAM).apply(OBJECT, object()).succeeded());
        InjectionsCase any = InjectionsCase.all().get(0);
        waitingFor("the policy").untilAsserted(() -> itGivesByItself(any));
    }

    private static JsonNode namespace(String name, Map<String, String> labels) {
        ObjectNode namespace = ApiObject.of(ReservedCluster.NAMESPACE.formatted("{name: " + name + "}"))
                .object();
        labels.forEach((key, value) -> ((ObjectNode) namespace.withObject("/metadata/labels")).put(key, value));
        return namespace;
    }

    private static JsonNode object() {
        return Yaml.tree(new KubernetesSerialization().asJson(InjectionsObject.of(InjectionsCase.injections())));
    }

    private ApiAnswer create(InjectionsCase each) {
        ObjectNode pod = each.object();
        ((ObjectNode) pod.get("metadata")).put("name", "web");
        return controlPlane.client(ADMIN).post("/api/v1/namespaces/" + each.namespace() + "/pods?dryRun=All", pod);
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.InjectionsCase#all")
    void itGivesByItself(InjectionsCase each) {
        assertThat(InjectionsCase.storedOf(create(each).object())).isEqualTo(each.stored());
    }

    /** Not even whoever may do everything else. */
    @Test
    void nobodyButTheProgramWritesTheObject() {
        ApiAnswer answer = controlPlane.client(ADMIN).apply(OBJECT, object());

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body().path("message").asText())
                .contains("Tolerant's service account alone writes Injections");
    }

    @Test
    void withoutTheObjectPodsAreMadeAsTheyAre() {
        ApiClient admin = controlPlane.client(ADMIN);
        InjectionsCase any = InjectionsCase.all().get(0);
        admin.delete(OBJECT);
        try {
            waitingFor("the object to be gone")
                    .untilAsserted(() -> assertThat(create(any)
                                    .tolerations()
                                    .at("/0/tolerationSeconds")
                                    .asInt())
                            .isEqualTo(300));
        } finally {
            controlPlane.client(PROGRAM).apply(OBJECT, object());
            waitingFor("the object").untilAsserted(() -> itGivesByItself(any));
        }
    }
}

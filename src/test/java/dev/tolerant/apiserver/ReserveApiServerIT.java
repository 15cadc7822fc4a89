package dev.tolerant.apiserver;

import static dev.tolerant.apiserver.ReservedCluster.NAMESPACE;
import static dev.tolerant.apiserver.ReservedCluster.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a real API server refuses by the chart's guard of what policies reserve, while no replica of the program runs. */
@NeedsApiServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReserveApiServerIT {
    @AutoClose
    private ReservedCluster cluster;

    @BeforeAll
    void start() throws IOException {
        cluster = ReservedCluster.start("-reserve", "{}").awaitGuard();
    }

    private static void assertRefused(ApiAnswer answer, String sentence) {
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(403);
        assertThat(answer.body().path("message").asText()).contains(sentence);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # inside
                    jane  | ml          | {tolerations: [{key: gpu, value: ml, effect: NoSchedule}]}             | made
                    jane  | ml          | {tolerations: [{key: gpu, operator: Exists}]}                          | made
                    jane  | ml          | {tolerations: [{key: spot, effect: NoSchedule}]}                       | spot
                    jane  | ml          | {tolerations: [{operator: Exists}]}                                    | some
                    jane  | spot        | {tolerations: [{operator: Exists, effect: NoExecute}]}                 | made
                    # outside
                    jane  | web         | {tolerations: [{key: gpu, value: ml, effect: NoSchedule}]}             | ml-pool
                    jane  | bare        | {tolerations: [{key: gpu, value: ml, effect: NoSchedule}]}             | ml-pool
                    jane  | web         | {tolerations: [{key: gpu, value: ml}]}                                 | ml-pool
                    jane  | web         | {tolerations: [{key: gpu, operator: Exists}]}                          | ml-pool
                    jane  | web         | {tolerations: [{key: gpu, operator: Gt, value: "5"}]}                  | neither
                    jane  | web         | {tolerations: [{key: gpu, value: web, effect: NoSchedule}]}            | made
                    jane  | web         | {tolerations: [{operator: Exists}]}                                    | some
                    jane  | bare        | {tolerations: [{operator: Exists}]}                                    | some
                    jane  | web         | {tolerations: [{operator: Exists, effect: NoExecute}]}                 | spot
                    jane  | web         | {tolerations: [{key: night, value: x, effect: NoExecute}]}             | spot
                    jane  | web         | {tolerations: [{key: node.kubernetes.io/not-ready, operator: Exists}]} | made
                    jane  | web         | {}                                                                     | made
                    # a taint without value, one of two policies, one of a policy in Audit
                    jane  | web         | {tolerations: [{key: spot, value: x, effect: NoSchedule}]}             | made
                    jane  | web         | {tolerations: [{key: spot, effect: NoSchedule}]}                       | spot
                    jane  | batch       | {tolerations: [{key: batch, value: x, effect: NoSchedule}]}            | made
                    jane  | spot        | {tolerations: [{key: batch, value: x, effect: NoSchedule}]}            | made
                    jane  | web         | {tolerations: [{key: batch, value: x, effect: NoSchedule}]}            | batch
                    jane  | web         | {tolerations: [{key: audited, operator: Exists}]}                      | made
                    # tenants
                    jane  | a           | {tolerations: [{key: tenant, value: a, effect: NoSchedule}]}           | made
                    jane  | a           | {tolerations: [{key: tenant, value: b, effect: NoSchedule}]}           | tenants
                    jane  | a           | {tolerations: [{key: tenant, operator: Exists}]}                       | tenants
                    jane  | a           | {tolerations: [{operator: Exists}]}                                    | some
                    jane  | bare        | {tolerations: [{key: tenant, value: a, effect: NoSchedule}]}           | tenants
                    jane  | empty       | {tolerations: [{key: tenant, value: a, effect: NoSchedule}]}           | tenants
                    jane  | empty       | {tolerations: [{key: tenant, effect: NoSchedule}]}                     | tenants
                    jane  | c           | {tolerations: [{key: tenant, value: c, effect: NoSchedule}]}           | tenants
                    # a node's name
                    jane  | web         | {nodeName: n1}                                                         | names
                    jane  | ml          | {nodeName: n1}                                                         | names
                    # who may update nodes
                    admin | web         | {tolerations: [{operator: Exists}], nodeName: n1}                      | made
                    noel  | web         | {tolerations: [{operator: Exists}], nodeName: n1}                      | made
                    system:serviceaccount:kube-system:replicaset-controller | web | {tolerations: [{operator: Exists}]} | some
                    # exempt
                    jane  | agents      | {tolerations: [{operator: Exists}], nodeName: n1}                      | made
                    jane  | tools       | {tolerations: [{operator: Exists}], serviceAccountName: runner}        | made
                    jane  | tools       | {tolerations: [{operator: Exists}]}                                    | some
                    olga  | web         | {tolerations: [{operator: Exists}], nodeName: n1}                      | made
                    ops   | web         | {tolerations: [{operator: Exists}], nodeName: n1}                      | made
                    jane  | kube-system | {tolerations: [{operator: Exists}], nodeName: n1}                      | made
                    jane  | tolerant-system | {tolerations: [{operator: Exists}]}                                | made
                    """)
    void itHoldsWithoutTheProgram(String user, String namespace, String spec, String outcome) {
        ApiAnswer answer = cluster.create(user, pod(namespace, "{}", spec));

        switch (outcome) {
            case "made" ->
                assertThat(answer.status()).as(answer.body().toString()).isEqualTo(201);
            case "names" ->
                assertRefused(answer, "taints do not keep a pod off the node that it names: remove spec.nodeName");
            // An API server without comparison operators calls it invalid.
            case "neither" ->
                assertThat(answer.status()).as(answer.body().toString()).isIn(403, 422);
            // The keys of a map are in no order.
            case "some" -> assertRefused(answer, " does not let namespace ");
            default -> assertRefused(answer, "TolerationPolicy " + outcome + " does not let namespace ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: d, uid: u, controller: true}]}",
                "{ownerReferences: [{apiVersion: batch/v1, kind: Job, name: j, uid: u, controller: true}]}",
                "{annotations: {kubernetes.io/config.mirror: x}}",
                "{labels: {tolerant.dev/inject: 'false', team: ml}}",
            })
    void nothingThatThePodSaysOfItselfOpensIt(String metadata) {
        String node = metadata.contains("mirror") ? ", nodeName: n1}" : "}";
        ObjectNode pod = pod("web", metadata, "{tolerations: [{key: gpu, value: ml, effect: NoSchedule}]" + node);

        assertRefused(cluster.create("jane", pod), "TolerationPolicy " + "ml-pool" + " does not let namespace ");
    }

    @Test
    void aKubeletMayMakeItsMirrorPods() {
        ObjectNode pod = pod(
                "web",
                "{annotations: {kubernetes.io/config.mirror: x}}",
                "{tolerations: [{operator: Exists}], nodeName: n1}");

        assertThat(cluster.create("system:node:n1", pod).status()).isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    stored | {op: add, path: /metadata/labels, value: {a: b}}                             | 200
                    stored | {op: replace, path: /spec/containers/0/image, value: "example.com/web:2"}    | 200
                    stored | {op: add, path: /spec/tolerations/-, value: {key: gpu, operator: Exists}}    | 403
                    plain  | {op: add, path: /metadata/labels, value: {a: b}}                             | 200
                    plain  | {op: add, path: /spec/tolerations/-, value: {key: other, operator: Exists}}  | 200
                    plain  | {op: add, path: /spec/tolerations/-, value: {key: gpu, operator: Exists}}    | 403
                    gated  | {op: add, path: /spec/tolerations/-, value: {key: gpu, operator: Exists}}    | 403
                    """)
    void anUpdateIsJudgedByTheTolerationsThatItAdds(String pod, String patch, int status) {
        ApiAnswer answer = cluster.client("jane")
                .jsonPatch("/api/v1/namespaces/web/pods/" + pod + "?dryRun=All", ApiObject.list(patch));

        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    jane  | web | {team: ml}   | 403
                    jane  | web | {team: web2} | 200
                    jane  | web | {spot: ''}   | 403
                    jane  | web | {other: x}   | 200
                    jane  | ml  | {team: null} | 200
                    jane  | a   | {tenant: b}  | 403
                    admin | web | {team: ml}   | 200
                    jane  | new | {team: ml}   | 403
                    jane  | new | {team: web}  | 201
                    """)
    void labelsThatPutANamespaceInsideTakeTheVerbLabel(String user, String namespace, String labels, int status) {
        ObjectNode object = ApiObject.of(NAMESPACE.formatted("{name: " + namespace + ", labels: " + labels + "}"))
                .object();
        ApiClient client = cluster.client(user);

        ApiAnswer answer = namespace.equals("new")
                ? client.post("/api/v1/namespaces?dryRun=All", object)
                : client.mergePatch("/api/v1/namespaces/" + namespace + "?dryRun=All", object);

        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/status", "/finalize"})
    void noSubresourceOfANamespaceTakesSuchLabels(String subresource) {
        ApiClient jane = cluster.client("jane");
        String path = "/api/v1/namespaces/web" + subresource + "?dryRun=All";
        ObjectNode namespace = (ObjectNode) jane.get("/api/v1/namespaces/web").object();

        assertThat(jane.put(path, namespace).status()).isEqualTo(200);
        namespace.withObject("/metadata/labels").put("team", "ml");
        assertRefused(jane.put(path, namespace), "what TolerationPolicy " + "ml-pool" + " reserves");
    }
}

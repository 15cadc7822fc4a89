package dev.tolerant.observed.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of an object. */
class PruningTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = new YAMLMapper();

    private static JsonNode kept(ObjectKind kind, String yaml) throws IOException {
        return JSON.readTree(ClusterObject.prune(kind, JSON.writeValueAsBytes(YAML.readTree(yaml))));
    }

    private static JsonNode yaml(String yaml) throws IOException {
        return YAML.readTree(yaml);
    }

    @Test
    void ofAPodWhatTheRulesTheSchedulerAndTheEvictionReadIsKept() throws IOException {
        JsonNode pod = kept(ObjectKind.POD, """
                kind: Pod
                apiVersion: v1
                metadata:
                  name: web-0
                  namespace: shop
                  uid: u-1
                  resourceVersion: "17"
                  selfLink: /x
                  labels: {app: web}
                  annotations: {tolerant.dev/other: a, vault: s3cret, kubernetes.io/config.mirror: b}
                  ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: r, controller: true, blockOwnerDeletion: true}]
                  managedFields:
                  - manager: kubectl
                    operation: Apply
                    time: "2026-01-01T00:00:00Z"
                    fieldsV1:
                      f:metadata: {f:labels: {f:app: {}}}
                      f:spec: {f:tolerations: {}, f:containers: {}}
                  - {manager: kubelet, operation: Update, subresource: status, fieldsV1: {f:status: {f:phase: {}}}}
                spec:
                  nodeName: n1
                  priority: 7
                  tolerations: [{key: a, operator: Exists, tolerationSeconds: 12345678901}]
                  containers:
                  - name: web
                    image: example.com/web:1
                    command: [sh, -c, s3cret]
                    env: [{name: PASSWORD, value: s3cret}]
                    volumeMounts: [{name: key, mountPath: /key}]
                    resources: {requests: {cpu: 100m}, limits: {nvidia.com/gpu: 1}, claims: [{name: c}]}
                  initContainers: [{name: proxy, restartPolicy: Always, args: [s3cret], resources: {requests: {cpu: 1}}}]
                  ephemeralContainers: [{name: debug, image: s3cret}]
                  volumes: [{name: key, secret: {secretName: s3cret}}, {name: data, persistentVolumeClaim: {claimName: data}}]
                  imagePullSecrets: [{name: s3cret}]
                  resources: {requests: {memory: 1Gi}}
                  overhead: {cpu: 10m, memory: 20Mi, ephemeral-storage: 1Gi}
                  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {}}, podAffinity: {}}
                status:
                  phase: Pending
                  podIP: 10.0.0.1
                  conditions:
                  - {type: Initialized, status: "True"}
                  - {message: "0/3 nodes are available", status: "False", reason: Unschedulable, lastProbeTime: null, type: PodScheduled}
                """);

        assertThat(pod).isEqualTo(yaml("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: web-0
                  namespace: shop
                  uid: u-1
                  labels: {app: web}
                  annotations: {tolerant.dev/other: a, kubernetes.io/config.mirror: b}
                  ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: r, controller: true}]
                  managedFields:
                  - manager: kubectl
                    operation: Apply
                    fieldsV1: {f:spec: {f:tolerations: {}}}
                  - {manager: kubelet, operation: Update, fieldsV1: {}}
                spec:
                  nodeName: n1
                  priority: 7
                  tolerations: [{key: a, operator: Exists, tolerationSeconds: 12345678901}]
                  containers: [{name: web, resources: {requests: {cpu: 100m}, limits: {nvidia.com/gpu: 1}}}]
                  initContainers: [{name: proxy, restartPolicy: Always, resources: {requests: {cpu: 1}}}]
                  resources: {requests: {memory: 1Gi}}
                  volumes: [{}, {persistentVolumeClaim: {claimName: data}}]
                  overhead: {cpu: 10m, memory: 20Mi}
                  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {}}}
                status:
                  phase: Pending
                  conditions: [{message: "0/3 nodes are available", status: "False", reason: Unschedulable, type: PodScheduled}]
                """));
    }

    @ParameterizedTest
    @CsvSource({"tolerant, webhook, example.com/a:1", "tolerant, test, ''", "knative-serving, webhook, ''", "'', '', ''"
    })
    void imagesOfTheProgramsOwnPodsAloneAreKept(String name, String component, String kept) throws IOException {
        JsonNode pod = kept(ObjectKind.POD, """
                spec: {containers: [{name: webhook, image: "example.com/a:1", args: [a]}]}
                metadata: {name: a, labels: {app.kubernetes.io/part-of: "%s", app.kubernetes.io/component: "%s"}}
                """.formatted(name, component));

        assertThat(pod.at("/spec/containers/0/image").asText()).isEqualTo(kept);
        assertThat(pod.at("/spec/containers/0").has("args")).isFalse();
    }

    @Test
    void ofANodeImagesAndHeartbeatsOfOtherConditionsAreDropped() throws IOException {
        JsonNode node = kept(ObjectKind.NODE, """
                metadata: {name: n1, labels: {zone: a}, annotations: {x: y}}
                spec: {taints: [{key: a, effect: NoExecute, timeAdded: "2026-01-01T00:00:00Z"}], unschedulable: true, podCIDR: 10.0.0.0/24}
                status:
                  images: [{names: [a]}]
                  capacity: {cpu: 4, memory: 9Gi}
                  allocatable: {cpu: 3920m, memory: 8Gi, pods: 110}
                  conditions:
                  - {type: DiskPressure, status: "False"}
                  - {type: Ready, status: Unknown, lastHeartbeatTime: "2026-01-01T00:00:00Z", lastTransitionTime: "2026-01-01T00:00:40Z"}
                """);

        assertThat(node).isEqualTo(yaml("""
                apiVersion: v1
                kind: Node
                metadata: {name: n1, labels: {zone: a}, annotations: {}}
                spec: {taints: [{key: a, effect: NoExecute, timeAdded: "2026-01-01T00:00:00Z"}], unschedulable: true}
                status:
                  allocatable: {cpu: 3920m, memory: 8Gi}
                  conditions:
                  - {type: Ready, status: Unknown, lastHeartbeatTime: "2026-01-01T00:00:00Z", lastTransitionTime: "2026-01-01T00:00:40Z"}
                """));
    }

    @Test
    void ofANodePoolTheLabelsRequirementsAndTaintsOfItsTemplateAreKept() throws IOException {
        JsonNode pool = kept(ObjectKind.NODE_POOL, """
                metadata: {name: spot, uid: u-1, deletionTimestamp: "2026-01-01T00:00:00Z", annotations: {x: y}, managedFields: [{manager: a}]}
                spec:
                  weight: 10
                  template:
                    metadata: {labels: {team: ml}, annotations: {x: y}}
                    spec:
                      nodeClassRef: {name: default}
                      requirements: [{key: a, operator: In, values: [b], minValues: 1}]
                      taints: [{key: spot, value: a, effect: NoSchedule}]
                      startupTaints: [{key: starting, effect: NoSchedule}]
                status: {resources: {cpu: 8}}
                """);

        assertThat(pool).isEqualTo(yaml("""
                apiVersion: karpenter.sh/v1
                kind: NodePool
                metadata: {name: spot, uid: u-1, deletionTimestamp: "2026-01-01T00:00:00Z", annotations: {}}
                spec:
                  template:
                    metadata: {labels: {team: ml}}
                    spec:
                      requirements: [{key: a, operator: In, values: [b], minValues: 1}]
                      taints: [{key: spot, value: a, effect: NoSchedule}]
                      startupTaints: [{key: starting, effect: NoSchedule}]
                """));
    }

    @Test
    void ofANamespaceTheAnnotationsThatTheRulesReadAreKept() throws IOException {
        JsonNode namespace = kept(ObjectKind.NAMESPACE, """
                metadata:
                  name: shop
                  labels: {team: a}
                  annotations:
                    scheduler.alpha.kubernetes.io/defaultTolerations: "[]"
                    scheduler.alpha.kubernetes.io/tolerationsWhitelist: "[]"
                    openshift.io/description: private
                """);

        assertThat(namespace.at("/metadata/annotations").properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder(
                        "scheduler.alpha.kubernetes.io/defaultTolerations",
                        "scheduler.alpha.kubernetes.io/tolerationsWhitelist");
    }

    @ParameterizedTest
    @EnumSource(names = {"DEPLOYMENT", "REPLICA_SET", "STATEFUL_SET", "DAEMON_SET", "REPLICATION_CONTROLLER", "JOB"})
    void ofAWorkloadTheTemplateIsKeptAsAPodIs(ObjectKind kind) throws IOException {
        JsonNode workload = kept(kind, """
                metadata: {name: web, namespace: shop, ownerReferences: [{kind: Deployment, name: web, controller: true}]}
                spec:
                  replicas: 3
                  selector: {matchLabels: {app: web}}
                  strategy: {type: Recreate}
                  template:
                    metadata: {labels: {app: web}, annotations: {vault: s3cret}}
                    spec: {containers: [{name: web, env: [{name: A, value: s3cret}]}], tolerations: [{operator: Exists}]}
                status: {readyReplicas: 3, conditions: [{type: Available}, {type: Complete, status: "True"}]}
                """);

        assertThat(workload.get("spec")).isEqualTo(yaml("""
                replicas: 3
                selector: {matchLabels: {app: web}}
                template:
                  metadata: {labels: {app: web}, annotations: {}}
                  spec: {containers: [{name: web}], tolerations: [{operator: Exists}]}
                """));
        assertThat(workload.get("status")).isEqualTo(yaml("conditions: [{type: Complete, status: 'True'}]"));
    }

    @Test
    void theTemplateOfACronJobIsTwoLevelsDown() throws IOException {
        JsonNode cronJob = kept(ObjectKind.CRON_JOB, """
                spec:
                  schedule: "* * * * *"
                  jobTemplate: {metadata: {labels: {a: b}}, spec: {completions: 2, template: {spec: {tolerations: [], volumes: [{persistentVolumeClaim: {claimName: data}, name: v}, {secret: {}}]}}}}
                """);

        assertThat(cronJob.get("spec")).isEqualTo(yaml("""
                schedule: "* * * * *"
                jobTemplate: {metadata: {labels: {a: b}}, spec: {completions: 2, template: {spec: {tolerations: [], volumes: [{persistentVolumeClaim: {claimName: data}}, {}]}}}}
                """));
    }

    /** A field that the schema does not know would be lost in silence, and with it what is to be said about it. */
    @Test
    void ofPoliciesAndRegistrationsEverythingIsKeptButWhatToolsNote() throws IOException {
        String policy = """
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: spot, generation: 3, annotations: {team: a}}
                spec: {match: {}, unknown: 1.50}
                status: {conditions: [{type: Accepted}]}
                more: true
                """;

        JsonNode kept = kept(
                ObjectKind.POLICY,
                policy.replace(
                        "{team: a}",
                        "{team: a, kubectl.kubernetes.io/last-applied-configuration: x}, managedFields: [{manager: a}]"));

        assertThat(kept).isEqualTo(yaml(policy));
    }

    @Test
    void numbersAndStringsAreKeptAsTheyAre() throws IOException {
        String json =
                "{\"spec\":{\"match\":{\"a\":1.50,\"b\":-7,\"c\":123456789012345678901234567890,\"d\":\"\\u00e9\\n\\\"\","
                        + "\"e\":null,\"f\":true,\"g\":[[],{}]}}}";

        String kept = new String(ClusterObject.prune(ObjectKind.POLICY, json.getBytes(UTF_8)), UTF_8);

        assertThat(kept)
                .endsWith("{\"match\":{\"a\":1.50,\"b\":-7,\"c\":123456789012345678901234567890,\"d\":\"é\\n\\\"\","
                        + "\"e\":null,\"f\":true,\"g\":[[],{}]}}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "1",
                "{",
                "{\"spec\":",
                "{\"spec\":{\"tolerations\":[",
                "{\"spec\":{\"tolerations\":[1}}",
                "{\"a\" 1}"
            })
    void whatIsNotAnObjectFails(String json) {
        assertThatThrownBy(() -> ClusterObject.prune(ObjectKind.POD, json.getBytes(UTF_8)))
                .isInstanceOf(IOException.class);
    }
}

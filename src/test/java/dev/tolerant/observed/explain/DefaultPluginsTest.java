package dev.tolerant.observed.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.testing.ExplainerFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What LimitRanger and RuntimeClass add to a pod before the webhook sees it. */
class DefaultPluginsTest {
    private static final String WINDOWS = """
            apiVersion: node.k8s.io/v1
            kind: RuntimeClass
            metadata: {name: windows}
            handler: runhcs
            scheduling:
              nodeSelector: {kubernetes.io/os: windows}
              tolerations: [{key: os, operator: Equal, value: windows, effect: NoSchedule}]
            """;
    private static final String PLAIN =
            "{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: plain}, handler: h}";
    private static final String TWO =
            "{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: two}, handler: h, scheduling: {nodeSelector: {a: x, b: x}}}";
    private static final String LIMITS = """
            apiVersion: v1
            kind: LimitRange
            metadata: {name: small, namespace: shop}
            spec: {limits: [{type: Container, default: {cpu: 1}, defaultRequest: {cpu: 100m}}, {type: Pod, max: {cpu: 4}}]}
            """;

    private final DefaultPlugins plugins = DefaultPlugins.of(clusterObjects(WINDOWS, PLAIN, LIMITS), List.of(), false);

    private static ClusterObjects clusterObjects(String... objects) {
        Map<ObjectKind, List<ClusterObject>> byKind = new EnumMap<>(ObjectKind.class);
        byKind.put(ObjectKind.RUNTIME_CLASS, List.of(object(objects[0]), object(objects[1]), object(TWO)));
        byKind.put(ObjectKind.LIMIT_RANGE, List.of(object(objects[2])));
        return new ClusterObjects("test", Instant.EPOCH, "", byKind, Map.of(), List.of());
    }

    private static ClusterObject object(String yaml) {
        Manifest manifest = ExplainerFixture.manifest(yaml);
        try {
            return ClusterObject.ifNeeded(
                            ObjectKind.of(manifest.type()).orElseThrow(),
                            manifest.place(),
                            manifest.object().toString().getBytes(StandardCharsets.UTF_8))
                    .orElseThrow();
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // E1: without scheduling
                "{runtimeClassName: plain}                           | {runtimeClassName: plain} |",
                "{runtimeClassName: windows}                         | {runtimeClassName: windows, nodeSelector: {kubernetes.io/os: windows}} | RuntimeClass windows adds its node selector, and merges its tolerations into the list.",
                // E3: what the pod has is not there twice
                "{runtimeClassName: windows, tolerations: [{key: os, operator: Equal, value: windows, effect: NoSchedule}, {key: a}]} | {runtimeClassName: windows, tolerations: [{key: os, operator: Equal, value: windows, effect: NoSchedule}, {key: a}], nodeSelector: {kubernetes.io/os: windows}} | RuntimeClass windows adds its node selector, and merges its tolerations into the list.",
                // E4: a conflict is an error
                "{runtimeClassName: windows, nodeSelector: {kubernetes.io/os: linux}} | {runtimeClassName: windows, nodeSelector: {kubernetes.io/os: linux}} | refused: its node selector kubernetes.io/os=linux conflicts with that of RuntimeClass windows",
                "{runtimeClassName: two, nodeSelector: {b: own}} | {runtimeClassName: two, nodeSelector: {b: own}} | refused: its node selector b=own conflicts with that of RuntimeClass two",
                "{runtimeClassName: gone}                            | {runtimeClassName: gone} | refused: there is no RuntimeClass gone",
                "{containers: [{name: a}, {name: b, resources: {requests: {cpu: 2}}}]} | {containers: [{name: a, resources: {requests: {cpu: 100m}, limits: {cpu: 1}}}, {name: b, resources: {requests: {cpu: 2}, limits: {cpu: 1}}}]} | LimitRange small gives containers its defaults of what they do not name.",
                // what does not count for the quality of service does not keep the defaults away, and stays
                "{containers: [{name: a, resources: {requests: {example.com/gpu: 1}, limits: {example.com/gpu: 1}}}]} | {containers: [{name: a, resources: {requests: {example.com/gpu: 1, cpu: 100m}, limits: {example.com/gpu: 1, cpu: 1}}}]} | LimitRange small gives containers its defaults of what they do not name.",
                "{containers: [{name: b, resources: {limits: {cpu: 2}}}]} | {containers: [{name: b, resources: {limits: {cpu: 2}}}]} |",
            })
    void aPodGetsThatAndANoteSaysSo(String spec, String result, String note) {
        ObjectNode pod = pod(spec);

        List<String> notes = said(plugins, pod);

        assertThat(pod).isEqualTo(pod(result));
        assertThat(notes).isEqualTo(note == null ? List.of() : List.of(note));
    }

    private static List<String> said(DefaultPlugins plugins, ObjectNode pod) {
        List<String> notes = new ArrayList<>();
        String refusal = plugins.applyTo(pod, "shop", notes);
        return refusal == null ? notes : List.of("refused: " + refusal);
    }

    private static ObjectNode pod(String spec) {
        return ExplainerFixture.manifest("{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: " + spec + "}")
                .object();
    }

    /** As the API server stores them (SetDefaults_LimitRangeItem). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{max: {memory: 1Gi}}                             | {requests: {memory: 1Gi}, limits: {memory: 1Gi}}",
                "{min: {memory: 16Mi}}                            | {requests: {memory: 16Mi}}",
                "{default: {cpu: 1}}                              | {requests: {cpu: 1}, limits: {cpu: 1}}",
                "{default: {cpu: 1}, max: {cpu: 2, memory: 1Gi}}  | {requests: {cpu: 1, memory: 1Gi}, limits: {cpu: 1, memory: 1Gi}}",
                "{defaultRequest: {cpu: 100m}, max: {cpu: 2}, min: {cpu: 50m, memory: 8Mi}} | {requests: {cpu: 100m, memory: 8Mi}, limits: {cpu: 2}}",
            })
    void aLimitRangeDefaultsToWhatItAllows(String limit, String resources) throws Exception {
        ObjectNode range = ExplainerFixture.manifest(
                        "{apiVersion: v1, kind: LimitRange, metadata: {name: r, namespace: shop}, spec: {limits: ["
                                + limit.replaceFirst("\\{", "{type: Container, ") + "]}}")
                .object();
        DefaultPlugins limited =
                new DefaultPlugins("", Map.of(), List.of(ExplainerFixture.manifest(range.toString())), Map.of());
        ObjectNode pod = pod("{containers: [{name: a}]}");

        limited.applyTo(pod, "shop", new ArrayList<>());

        assertThat(pod).isEqualTo(pod("{containers: [{name: a, resources: " + resources + "}]}"));
    }

    @Test
    void aLimitRangeIsForItsNamespaceAlone() {
        ObjectNode pod = pod("{containers: [{name: a}]}");
        List<String> notes = new ArrayList<>();

        plugins.applyTo(pod, "other", notes);

        assertThat(notes).isEmpty();
        assertThat(pod).isEqualTo(pod("{containers: [{name: a}]}"));
    }

    @Test
    void whatIsNotKnownIsNamed() {
        DefaultPlugins unknown = DefaultPlugins.of(
                new ClusterObjects("test", Instant.EPOCH, "", Map.of(), Map.of(), List.of()), List.of(), false);

        assertThat(said(unknown, pod("{runtimeClassName: windows, containers: [{name: a}]}")))
                .satisfiesExactly(
                        limits ->
                                assertThat(limits).startsWith("The LimitRanges of namespace shop are not known here."),
                        classes -> assertThat(classes)
                                .startsWith(
                                        "The node selector and tolerations of RuntimeClass windows are not known here."));
        assertThat(said(unknown, pod("{containers: [{name: a, resources: {requests: {cpu: 1}}}]}")))
                .isEmpty();
    }
}

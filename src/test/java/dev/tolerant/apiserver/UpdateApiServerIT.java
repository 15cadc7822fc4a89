package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.testing.Yaml;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What updates keep of everything that a pod got when it was created, on a real API server. */
@NeedsApiServer
class UpdateApiServerIT {
    private static final String TRAIN = """
            apiVersion: v1
            kind: Pod
            metadata: {name: train}
            spec:
              containers:
              - name: train
                image: "example.com/train:1"
                resources: {limits: {nvidia.com/gpu: 1}}
            """;

    private final TestNamespace namespace;
    private JsonNode stored = Yaml.tree("{}");

    UpdateApiServerIT(ClusterUnderTest cluster) {
        this.namespace = cluster.namespace();
    }

    private static String restores(Taint taint) {
        return new Step.Restored(0, Toleration.of(taint, TolerationSeconds.NEVER)).sentence();
    }

    @BeforeEach
    void createThePod() {
        namespace.policy("pool", """
                match: {}
                tolerations: [{key: dedicated, operator: Equal, value: ml, effect: NoSchedule}]
                requiredNodeAffinity: [{key: dedicated, operator: In, values: [ml]}]
                """);
        namespace.awaitDryRun(TRAIN, pod -> Entries.isGiven(Entries.DEDICATED, pod));
        stored = namespace.create(TRAIN).object();
    }

    @Test
    void aReplacementByTheBareManifestKeepsWhatThePodWasGiven() {
        ApiAnswer answer = namespace.replace(TRAIN);

        assertThat(stored.at("/spec/tolerations"))
                .isEqualTo(
                        ApiObject.list(Entries.notReady(60), Entries.unreachable(60), Entries.DEDICATED, Entries.GPU));
        assertThat(answer.object().path("spec")).isEqualTo(stored.path("spec"));
        assertThat(answer.podSpec().at("/affinity/nodeAffinity").isObject()).isTrue();
        assertThat(answer.warnings())
                .anySatisfy(warning ->
                        assertThat(warning).contains(restores(new Taint("dedicated", "ml", Effect.NO_SCHEDULE))))
                .anySatisfy(warning ->
                        assertThat(warning).contains(restores(new Taint("nvidia.com/gpu", "", Effect.NO_SCHEDULE))));
    }

    @Test
    void aReplacementMayChangeWhatTheApiLetsChange() {
        ApiAnswer answer = namespace.replace(TRAIN.replace("example.com/train:1", "example.com/train:2"));

        assertThat(answer.podSpec().at("/containers/0/image").asText()).isEqualTo("example.com/train:2");
        assertThat(answer.tolerations()).isEqualTo(stored.at("/spec/tolerations"));
    }

    @Test
    void aPatchOfLabelsPassesWithoutAWord() {
        ApiAnswer answer = namespace.patch(TRAIN, "{metadata: {labels: {tier: batch}}}");

        assertThat(answer.object().at("/metadata/labels/tier").asText()).isEqualTo("batch");
        assertThat(answer.object().path("spec")).isEqualTo(stored.path("spec"));
        assertThat(answer.warnings()).isEmpty();
    }

    @Test
    void aChangeOfSecondsByTheUserStands() {
        ObjectNode changed = stored.deepCopy();
        ((ObjectNode) changed.at("/spec/tolerations/0")).put("tolerationSeconds", 10);

        ApiAnswer answer = namespace.replace(changed);

        assertThat(answer.tolerations())
                .isEqualTo(
                        ApiObject.list(Entries.notReady(10), Entries.unreachable(60), Entries.DEDICATED, Entries.GPU));
        assertThat(namespace.patch(TRAIN, "{metadata: {labels: {tier: batch}}}").tolerations())
                .isEqualTo(answer.tolerations());
    }
}

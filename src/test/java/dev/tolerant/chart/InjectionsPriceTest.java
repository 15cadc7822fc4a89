package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.testing.PodReview;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the policy of injections costs an API server for ordinary pods, beside the least that could set the two seconds. */
class InjectionsPriceTest {
    private static final Injections INJECTIONS = InjectionsCase.injections();

    /**
     * A pod that is checked in for it.
     *
     * @param times how many times as much as the least it may cost
     */
    record Pod(String name, String namespace, double times, ObjectNode spec) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Pod> pods() throws IOException {
        return new YAMLMapper()
                .readerFor(Pod.class)
                .<Pod>readValues(new File("bench/injections/pods.yaml"))
                .readAll();
    }

    private JsonNode review(Pod pod) {
        return PodReview.pod("spec: " + pod.spec()).in(pod.namespace()).creation();
    }

    @ParameterizedTest
    @MethodSource("pods")
    void anOrdinaryPodCostsSoManyTimesTheLeast(Pod pod) {
        Map<String, String> labels = InjectionsCase.NAMESPACES.get(pod.namespace());

        long least = InjectionsPolicy.simplest(INJECTIONS).spent(review(pod), labels);
        long ours = InjectionsPolicy.of(INJECTIONS).spent(review(pod), labels);

        assertThat((double) ours / least).isLessThanOrEqualTo(pod.times());
    }

    @Test
    void aPlainPodNeedsNothingOfWhatOnlyPoolsGive() throws IOException {
        Pod plain = pods().get(0);

        assertThat(InjectionsPolicy.of(INJECTIONS).evaluated(review(plain), Map.of()))
                .contains("matching", "offered")
                .doesNotContain("missing", "wanted", "bound", "required", "must", "preferences", "should", "likely");
    }
}

package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.engine.model.Injections;
import dev.tolerant.testing.PodReview;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
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
    record Pod(String name, String namespace, int times, ObjectNode spec) {
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

    @ParameterizedTest
    @MethodSource("pods")
    void anOrdinaryPodCostsSoManyTimesTheLeast(Pod pod) {
        JsonNode review =
                PodReview.pod("spec: " + pod.spec()).in(pod.namespace()).creation();
        Map<String, String> labels = InjectionsCase.NAMESPACES.get(pod.namespace());

        long least = InjectionsPolicy.simplest(INJECTIONS).spent(review, labels);
        long ours = InjectionsPolicy.of(INJECTIONS).spent(review, labels);

        assertThat(ours).isLessThanOrEqualTo(pod.times() * least);
    }
}

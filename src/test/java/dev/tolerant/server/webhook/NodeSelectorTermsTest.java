package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.WholeProgram;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How many terms of node affinity a pod may have: a policy adds its requirements to each, so the answer grows with both. */
class NodeSelectorTermsTest {
    private final WholeProgram webhook = WholeProgram.with(Map.of());

    @Test
    void twoHundredAndFiftyAreTheMost() {
        assertThat(warnings(250)).isEmpty();
        assertThat(warnings(251)).hasSize(1);
        assertThat(warnings(251).get(0).textValue())
                .contains("nodeSelectorTerms has more than 250 entries; remove some of them");
    }

    private JsonNode warnings(int terms) {
        String all = IntStream.range(0, terms)
                .mapToObj(i -> "{'matchExpressions': [{'key': 'k" + i + "', 'operator': 'Exists'}]}")
                .collect(Collectors.joining(", "));
        return webhook.ask(PodReview.createSpec("{'affinity': {'nodeAffinity':"
                        + " {'requiredDuringSchedulingIgnoredDuringExecution': {'nodeSelectorTerms': [" + all
                        + "]}}}}"))
                .response()
                .path("warnings");
    }
}

package dev.tolerant.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The playground in the heap that the chart gives the program: what its visitors write does not end the program. */
@Tag("faults")
@ExtendWith(FaultTable.class)
class PlaygroundFaultIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** So many at once, who are answered one after the other before the program loses its patience. */
    private static final int VISITORS = 6;

    private static final int LARGEST = 1 << 18;

    @Test
    void theHeapHoldsWhatVisitorsOfThePlaygroundWrite(FaultTable.Rows table) throws Exception {
        // Given
        String pod = podOfResources(1, "bare");
        String pods = IntStream.range(0, 20)
                .mapToObj(i -> podOfResources(900, "p" + i))
                .collect(Collectors.joining("\n---\n"));
        List<byte[]> attempts = List.of(
                attempt(pod, "--- {}\n".repeat(120_000)),
                attempt("--- {}\n".repeat(37_000), "--- {}\n".repeat(37_000)),
                attempt("{}".repeat(130_000), "{}".repeat(130_000)),
                attempt("{}".repeat(400_000), "{}".repeat(100_000)),
                attempt(pod, manyPolicies()),
                attempt(pods, ""),
                attempt(pods, manyPolicies()),
                attempt(
                        "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"spec\": {\"x\": ["
                                + "{},".repeat(LARGEST / 3 - 30) + "{}]}}",
                        ""),
                attempt(deep(), deep()));

        try (RunningProgram program = RunningProgram.start("playground", Map.of("tolerant.page.enabled", "true"))) {
            Target explain = Target.http(program.liveness().port(), "/playground/explain")
                    .patient(Duration.ofSeconds(60));
            Load others = Load.paced("127.0.0.2", program.mutate(), 20, Bodies.small());

            // When
            for (byte[] attempt : attempts) {
                try (Load visitors = Load.closed("127.0.0.1", explain, VISITORS, attempt)) {
                    // To these clients every answer is a failure that is not a review's.
                    Answers explained = visitors.awaitEnded(VISITORS).stop();
                    assertThat(explained.failures().keySet())
                            .allSatisfy(answer -> assertThat(answer).contains(" 200 {\"problems\":"));
                }
            }
            Answers answers = others.stop();
            table.add(Row.of("attempts in the playground as large as it reads", "20/s from another peer", answers));

            // Then
            assertThat(answers.failures()).isEmpty();
            assertThat(program.isReady()).isTrue();
            program.assertUnharmed();
        }
    }

    private static byte[] attempt(String pods, String policies) throws IOException {
        return JSON.writeValueAsBytes(Map.of("pods", pods, "policies", policies, "settings", ""));
    }

    private static String podOfResources(int count, String name) {
        String limits =
                IntStream.range(0, count).mapToObj(i -> "r.io/" + i + ": 1").collect(Collectors.joining(", "));
        return "{apiVersion: v1, kind: Pod, metadata: {name: " + name
                + "}, spec: {containers: [{name: a, resources: {limits: {" + limits + "}}}]}}";
    }

    /** Policies that match all pods, with as many tolerations as fit. */
    private static String manyPolicies() {
        return IntStream.range(0, 1000)
                .mapToObj(i -> "{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: p" + i
                        + "}, spec: {match: {}, tolerations: [" + ("{key: k" + i + ", operator: Exists},").repeat(2)
                        + "]}}")
                .collect(Collectors.joining("\n---\n"));
    }

    /** An object that is far longer in YAML, which indents it. */
    private static String deep() {
        return "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"spec\": " + "{\"a\":".repeat(900) + "["
                + "0,".repeat(120_000) + "0]" + "}".repeat(900) + "}";
    }
}

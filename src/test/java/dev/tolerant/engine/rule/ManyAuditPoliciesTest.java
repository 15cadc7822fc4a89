package dev.tolerant.engine.rule;

import static dev.tolerant.testing.PodReview.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.ThreadMXBean;
import dev.tolerant.testing.PolicyCluster;
import java.lang.management.ManagementFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Policies in mode Audit are tried one by one on an unchanged pod; a pod of the longest list must not make that costly. */
class ManyAuditPoliciesTest {
    private static final int TOLERATIONS = 250;
    private static final int POLICIES = 200;
    /** Two lists with a reference for each toleration, what copying them takes, and each policy itself are about 45; an index is 100 more. */
    private static final int MOST_BYTES_PER_TOLERATION = 60;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void anotherOneCopiesOfThePodNoMoreThanTheListItself() {
        JsonNode review = tolerating(IntStream.range(0, TOLERATIONS)
                        .mapToObj(i -> "{key: own" + i + ", operator: Exists}")
                        .collect(Collectors.joining(", ", "[", "]")))
                .creation();
        PolicyCluster few = auditing(1);
        PolicyCluster many = auditing(1 + POLICIES);
        // Whatever is loaded and made once does not count.
        many.decide(review);

        long ofFew = allocated(few, review);
        long ofMany = allocated(many, review);

        assertThat((ofMany - ofFew) / POLICIES / TOLERATIONS).isLessThan(MOST_BYTES_PER_TOLERATION);
    }

    @Test
    void eachIsTriedAsIfItWereTheOnlyOne() {
        Decision decision = auditing(POLICIES)
                .decide(tolerating("[{key: own, operator: Exists}]").creation());

        assertThat(decision.changes()).isEmpty();
        assertThat(decision.steps().stream().filter(Step.Audited.class::isInstance))
                .hasSize(POLICIES)
                .allSatisfy(step -> assertThat(step.sentence()).isEqualTo("would add spot op=Exists"));
    }

    private static PolicyCluster auditing(int count) {
        return PolicyCluster.with(
                IntStream.range(0, count).mapToObj(i -> """
                        metadata: {name: p%d}
                        spec: {mode: Audit, match: {}, tolerations: [{key: spot, operator: Exists}]}
                        """.formatted(i)).collect(Collectors.joining("---\n")));
    }

    private static long allocated(PolicyCluster cluster, JsonNode review) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        cluster.decide(review);
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}

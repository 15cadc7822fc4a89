package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.testing.Names;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Promise 8: the memory for an answer is bounded, however many megabytes the review has. */
@Tag("ci")
class BoundedMemoryTest {
    private static final List<String> MANY = Names.RANDOM.of(64_000, new Random(1));
    /** All that an answer allocates, one after the other, garbage included. */
    private static final long MOST = 32 << 20;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @EnumSource(HostileReview.class)
    void anAnswerToMegabytesNeedsFew(HostileReview review) throws InvalidReviewException {
        assertIsBounded(review, MANY);
    }

    /** Below the limits the rules decide about all of it, and write an answer. */
    @ParameterizedTest
    @EnumSource(HostileReview.class)
    void soDoesTheAnswerToAsMuchAsTheRulesDecideAbout(HostileReview review) throws InvalidReviewException {
        for (int count : new int[] {1000, 2000, 3000, 4500, 9000}) {
            assertIsBounded(review, MANY.subList(0, count));
        }
    }

    private static void assertIsBounded(HostileReview review, List<String> names) throws InvalidReviewException {
        byte[] body = review.of(names);
        // Whatever is loaded and made once does not count.
        DecidingEngine.mutate(body);

        long before = THREADS.getCurrentThreadAllocatedBytes();
        DecidingEngine.mutate(body);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;

        assertThat(allocated).as("%d, in %d bytes", names.size(), body.length).isLessThan(MOST);
    }
}

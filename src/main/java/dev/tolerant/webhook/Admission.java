package dev.tolerant.webhook;

import dev.tolerant.cluster.CurrentSnapshot;
import dev.tolerant.core.decision.Decision;
import dev.tolerant.core.decision.SkipReason;
import dev.tolerant.core.pod.Review;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.rule.Injector;
import dev.tolerant.review.AdmissionRequest;
import dev.tolerant.review.InvalidReviewException;
import dev.tolerant.review.Mode;
import dev.tolerant.review.ResponseWriter;
import dev.tolerant.review.ReviewReader;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Singleton;
import java.util.Objects;
import org.jboss.logging.Logger;

/** One way through for every review: read it, decide, write the answer, count. */
@Singleton
class Admission {
    private static final Logger LOG = Logger.getLogger(Admission.class);

    private final Injector injector;
    private final CurrentSnapshot snapshot;
    private final AdmissionMetrics metrics;
    private final ResponseWriter writer;

    Admission(Injector injector, CurrentSnapshot snapshot, AdmissionMetrics metrics, Mode mode) {
        this.injector = injector;
        this.snapshot = snapshot;
        this.metrics = metrics;
        this.writer = new ResponseWriter(mode);
    }

    /**
     * Answers a review; whatever goes wrong on the way, a pod that can be told from the bytes is allowed.
     *
     * @param judgeOnly whether only restrictions are asked, and nothing is changed
     * @throws InvalidReviewException if this is no AdmissionReview
     */
    Uni<byte[]> answer(byte[] body, boolean judgeOnly) throws InvalidReviewException {
        long start = System.nanoTime();
        AdmissionRequest request = ReviewReader.read(body);
        Review review = request.review();
        if (review == null) {
            return Uni.createFrom()
                    .item(finish(request, Decision.skipped(Objects.requireNonNull(request.skip())), start));
        }
        NamespaceFacts known = snapshot.namespace(review.namespace());
        if (known != null) {
            return Uni.createFrom().item(finish(request, decide(request, review, known, judgeOnly), start));
        }
        return Uni.createFrom()
                .completionStage(() -> snapshot.read(review.namespace()))
                // Not on the thread that reads namespaces, nor on the JVM's one timer.
                .emitOn(Infrastructure.getDefaultExecutor())
                .map(read -> finish(request, decide(request, review, read, judgeOnly), start));
    }

    private Decision decide(AdmissionRequest request, Review review, NamespaceFacts namespace, boolean judgeOnly) {
        try {
            return judgeOnly
                    ? injector.judge(review, snapshot.policies(), namespace)
                    : injector.decide(review, snapshot.policies(), namespace);
        } catch (RuntimeException ours) {
            LOG.errorf(ours, "the decision about a pod failed, and the pod was left as it is: uid=%s", request.uid());
            metrics.problem("internal");
            return Decision.skipped(SkipReason.INTERNAL);
        }
    }

    private byte[] finish(AdmissionRequest request, Decision decision, long start) {
        byte[] answer = writer.write(request, decision);
        metrics.count(request, decision, System.nanoTime() - start);
        AdmissionLog.log(request, decision);
        return answer;
    }
}

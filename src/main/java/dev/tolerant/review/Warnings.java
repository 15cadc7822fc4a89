package dev.tolerant.review;

import dev.tolerant.core.decision.Decision;
import dev.tolerant.core.decision.OneLine;
import dev.tolerant.core.decision.SkipReason;
import dev.tolerant.core.decision.Step;
import java.util.ArrayList;
import java.util.List;

/** What the client is told beside the answer, within the API server's limits for warnings. */
final class Warnings {
    /** The API server cuts warnings off at 256 characters once all of them have more than 4096. */
    private static final int MAX_LENGTH = 256;

    private static final int MAX_COUNT = 12;

    private Warnings() {}

    static List<String> of(AdmissionRequest request, Decision decision) {
        List<String> warnings = new ArrayList<>(0);
        if (request instanceof AdmissionRequest.Malformed malformed) {
            warnings.add(warning("the pod is left as it is: " + malformed.inReview()));
        }
        for (Step step : decision.steps()) {
            if (warnings.size() == MAX_COUNT) {
                break;
            }
            if (step instanceof Step.Problem || step instanceof Step.Restored) {
                warnings.add(warning(step.sentence()));
            } else if (step instanceof Step.Warned) {
                warnings.add(warning(step.rule() + " " + step.sentence()));
            } else if (step instanceof Step.Skipped skipped && skipped.reason() == SkipReason.INTERNAL) {
                warnings.add(warning("the pod is left as it is: " + step.sentence()));
            }
        }
        return warnings;
    }

    private static String warning(String sentence) {
        return OneLine.of("tolerant: " + sentence, MAX_LENGTH);
    }
}

package dev.tolerant.engine.review;

import dev.tolerant.engine.decision.AttributedToleration;
import dev.tolerant.engine.decision.Decision;
import dev.tolerant.engine.decision.SkipReason;
import dev.tolerant.engine.pod.Given;
import dev.tolerant.engine.pod.Provenance;
import dev.tolerant.engine.pod.Review;
import dev.tolerant.engine.pod.Review.Operation;
import dev.tolerant.engine.pod.Review.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a pod in a review says of the givers of its tolerations, and what it should say. Decisions never depend on it.
 *
 * @param annotated whether the pod has an object of annotations
 * @param text the annotation; null if there is none
 * @param owned whether a client wrote the annotation, or may have
 * @param oldText the stored pod's annotation; null if there is none
 */
record RecordedGivers(
        boolean annotated,
        @Nullable String text,
        boolean owned,
        @Nullable String oldText) {
    private static final Set<SkipReason> LEFT_ALONE =
            Set.of(SkipReason.MIRROR_POD, SkipReason.KEEPER, SkipReason.OPERATION, SkipReason.INTERNAL);

    static final RecordedGivers NONE = new RecordedGivers(false, null, true, null);

    /** The annotation that the pod should get; null if it should keep what it has. */
    @Nullable
    String missing(Review review, Decision decision) {
        boolean leftAlone = decision.skipReason().filter(LEFT_ALONE::contains).isPresent();
        if (leftAlone || review.subject() != Subject.POD || decision.refusalOrNull() != null) {
            return null;
        }
        String wanted = review.operation() == Operation.CREATE ? onCreation(review, decision) : oldText;
        return wanted == null || wanted.equals(text) ? null : wanted;
    }

    /** A client's own record must not count, and a pod that nothing changes needs none. */
    private @Nullable String onCreation(Review review, Decision decision) {
        // Another call about the same request could not tell such a record from a client's.
        boolean unreadable = review.provenance() == Provenance.UNREADABLE;
        if (text == null && (unreadable || decision.changes().isEmpty())) {
            return null;
        }
        if (unreadable) {
            return GivenText.NOTHING;
        }
        // What nobody owns comes from an earlier call about the same request.
        Given earlier =
                text == null || owned ? Given.NOTHING : GivenText.read(text).orElse(Given.NOTHING);
        String record = GivenText.write(after(decision, earlier));
        // Without a record that fits, everything is the author's.
        return record == null && text != null ? GivenText.NOTHING : record;
    }

    /** The record of a pod after a decision about it. */
    static Given after(Decision decision, Given earlier) {
        List<AttributedToleration> list = decision.tolerations();
        List<@Nullable String> givers = earlier.giversOf(decision.plainTolerations());
        List<Given.Entry> entries = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            AttributedToleration attributed = list.get(i);
            String giver = giver(attributed, givers.get(i));
            if (giver != null) {
                entries.add(new Given.Entry(attributed.toleration(), giver));
            }
        }
        return new Given(entries);
    }

    private static @Nullable String giver(AttributedToleration attributed, @Nullable String earlier) {
        if (attributed.giver() != null) {
            return attributed.giver().toString();
        }
        return switch (attributed.origin()) {
            // Of a controller's own entry its owner says it, as long as the seconds are the controller's own.
            case AUTHOR, CONTROLLER -> earlier;
            case PROVEN -> Given.API_SERVER;
            case LIKELY -> Given.PROBABLY_API_SERVER;
            case OTHER, GIVEN, RULE -> earlier == null ? Given.OTHER : earlier;
        };
    }
}

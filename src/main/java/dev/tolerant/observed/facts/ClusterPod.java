package dev.tolerant.observed.facts;

import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.review.StoredPod;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A pod of a cluster, and who makes it again. */
public record ClusterPod(Fact fact, StoredPod stored, PodOwner owner) {
    /**
     * The pods of a cluster that have not finished, in the order of the API.
     *
     * @param problems gets the pods that cannot be read
     */
    public static List<ClusterPod> unfinished(ClusterFacts facts, List<Problem> problems) {
        Owners owners = new Owners(facts);
        List<ClusterPod> pods = new ArrayList<>();
        for (Fact fact : facts.all(FactKind.POD)) {
            try {
                StoredPod stored = StoredPod.read(fact.json());
                if (!stored.finished()) {
                    pods.add(new ClusterPod(fact, stored, owners.remakerOf(fact, stored)));
                }
            } catch (UnexpectedJsonException unexpected) {
                problems.add(new Problem(
                        fact.place(),
                        "Pod " + fact.namespace() + "/" + fact.name(),
                        "cannot be read: " + unexpected.getMessage()));
            } catch (IOException broken) {
                problems.add(new Problem(
                        fact.place(), "Pod " + fact.namespace() + "/" + fact.name(), "is not a JSON object"));
            }
        }
        return pods;
    }

    /** {@code namespace/name}. */
    public String title() {
        return fact.namespace() + "/" + fact.name();
    }
}

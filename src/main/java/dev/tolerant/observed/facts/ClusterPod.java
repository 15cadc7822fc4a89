package dev.tolerant.observed.facts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.review.StoredPod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A pod of a cluster, and what it belongs to. */
public record ClusterPod(Fact fact, StoredPod stored, PodOwner owner) {
    private static final ObjectMapper JSON = new ObjectMapper();

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
                    pods.add(new ClusterPod(fact, stored, owners.of(fact, stored)));
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

    /**
     * A pod that does not exist yet, as the API server would store it.
     *
     * @param source where its template is from
     */
    public static StoredPod made(Manifest source, JsonNode pod) throws InvalidManifestException {
        try {
            return StoredPod.read(JSON.writeValueAsBytes(pod));
        } catch (UnexpectedJsonException unexpected) {
            throw source.wrong(String.valueOf(unexpected.getMessage()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** {@code namespace/name}. */
    public String title() {
        return fact.namespace() + "/" + fact.name();
    }
}

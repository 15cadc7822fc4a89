package dev.tolerant.promise;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.ApiRules;
import dev.tolerant.testing.WholeProgram;
import io.fabric8.kubernetes.api.model.Namespace;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/** One review with its answer, and everything needed to reproduce it. */
record Trial(
        long seed, int number, Cluster cluster, ObjectNode review, WholeProgram.Answer answer, ObjectNode patched) {
    private static final int CLUSTERS = 40;
    private static final int REVIEWS = 50;

    /**
     * A strong reference, because a garbage-collected logger loses its level, and a line for each refusal would flood
     * the build's output.
     */
    private static final Logger LOGGER = Logger.getLogger("dev.tolerant.server.webhook");

    private static final Map<Long, SoftReference<List<Trial>>> DONE = new ConcurrentHashMap<>();

    static {
        LOGGER.setLevel(Level.WARNING);
    }

    /** Checks 2,000 reviews; all tests share their answers. */
    static void each(long seed, Consumer<Trial> check) {
        SoftReference<List<Trial>> done = DONE.get(seed);
        List<Trial> trials = done == null ? null : done.get();
        if (trials == null) {
            trials = run(seed);
            DONE.put(seed, new SoftReference<>(trials));
        }
        trials.forEach(check);
    }

    private static List<Trial> run(long seed) {
        Random random = new Random(seed);
        List<Trial> trials = new ArrayList<>(CLUSTERS * REVIEWS);
        for (int i = 0; i < CLUSTERS; i++) {
            Cluster cluster = Cluster.random(random);
            ReviewGenerator reviews = new ReviewGenerator(random, cluster);
            for (int left = REVIEWS; left > 0; left--) {
                int number = trials.size();
                ObjectNode review = reread(reviews.review());
                WholeProgram.Answer answer = cluster.webhook().ask(review);
                trials.add(new Trial(seed, number, cluster, review, answer, reread(answer.object())));
            }
        }
        return trials;
    }

    /** The object written and parsed again, so that equal numbers are equal nodes. */
    private static ObjectNode reread(JsonNode object) {
        try {
            return (ObjectNode) WholeProgram.JSON.readTree(object.toString());
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    boolean isUpdate() {
        return ApiRules.text(review.get("request"), "operation").equals("UPDATE");
    }

    boolean isByNode() {
        return ApiRules.text(review.get("request").get("userInfo"), "username").startsWith("system:node:");
    }

    /** Whether the pod is a new one of a DaemonSet. */
    boolean isOfDaemonSet() {
        return !isUpdate() && received().isDaemonSetPod();
    }

    /** The pod in the review. */
    PodView received() {
        return new PodView(review.get("request").get("object"));
    }

    /** The stored pod. */
    PodView stored() {
        return new PodView(review.get("request").get("oldObject"));
    }

    /** The pod after the patch. */
    PodView result() {
        return new PodView(patched);
    }

    Namespace namespace() {
        return cluster.namespace(ApiRules.text(review.get("request"), "namespace"));
    }

    /** A failure message that says how to reproduce the trial, and what it was about. */
    String describe() {
        return "-Dtolerant.seed=" + seed + ", review " + number + "\nsettings  " + cluster.settings() + "\nnamespace "
                + namespace().getMetadata() + "\nobject    "
                + review.get("request").get("object") + "\noldObject "
                + review.get("request").get("oldObject") + "\npatch     " + answer.patch() + "\nresponse  "
                + responseText();
    }

    private JsonNode responseText() {
        ObjectNode response = answer.response().deepCopy();
        response.remove("patch");
        return response;
    }
}

package dev.tolerant.fuzz;

import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.PodReview;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Bytes as a namespace's annotations, a line each: default tolerations and whitelist. */
public final class AnnotationFuzz {
    private static final int MAX_PROBLEM = 500;
    private static final List<String> ANNOTATIONS =
            List.of(NamespaceFacts.DEFAULT_TOLERATIONS, NamespaceFacts.TOLERATIONS_WHITELIST);

    private AnnotationFuzz() {}

    /** Before the first input, which would otherwise take as long as the start of the program. */
    public static void fuzzerInitialize() {
        SampleReviews.askAll(FuzzedCluster.USUAL);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        NamespaceFacts facts = NamespaceFixture.read(namespace(input), FuzzedCluster.RULES);
        facts.problems().forEach(problem -> Require.oneLine(problem.sentence(), MAX_PROBLEM));
        for (Toleration toleration : facts.defaults()) {
            Require.equal(FuzzedCluster.RULES.violation(toleration).orElse(""), "", "accepted " + toleration);
        }
        Snapshot snapshot =
                new Snapshot(FuzzedCluster.SNAPSHOT.policies(), Map.of(PodReview.NAMESPACE, facts), Map.of());
        // One of them, as fast as it goes.
        Engine engine = FuzzedCluster.ENGINES.get(input.length % FuzzedCluster.ENGINES.size());
        SampleReviews.askAll(new FuzzedCluster(engine, snapshot));
    }

    private static Namespace namespace(byte[] input) {
        String[] lines = new String(input, StandardCharsets.UTF_8).split("\n", ANNOTATIONS.size());
        Map<String, String> annotations = new HashMap<>();
        for (int i = 0; i < lines.length; i++) {
            annotations.put(ANNOTATIONS.get(i), lines[i]);
        }
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(PodReview.NAMESPACE)
                .withLabels(Map.of("team", "ml"))
                .withAnnotations(annotations)
                .endMetadata()
                .build();
    }
}

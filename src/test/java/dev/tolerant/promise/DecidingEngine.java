package dev.tolerant.promise;

import dev.tolerant.engine.review.AdmissionRequest;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.review.AdmissionResponse;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.setup.EngineFactory;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.RequestFixture;
import dev.tolerant.testing.WholeProgram;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.Map;

/** The whole engine, with a policy of every kind and a namespace that has every annotation. */
final class DecidingEngine {
    private static final TolerantConfig CONFIG = WholeProgram.config(Map.of());
    private static final Engine ENGINE = EngineFactory.of(CONFIG);
    private static final PolicySet POLICIES = PolicySet.of(PolicyFixture.all("""
                    metadata: {name: reserve}
                    spec:
                      match: {namespaceSelector: {matchLabels: {team: ml}}}
                      reserve: {taints: [{key: dedicated, value: ml}], exempt: {groups: [admins]}}
                    ---
                    metadata: {name: give}
                    spec:
                      match: {}
                      tolerations: [{key: dedicated, operator: Equal, value: ml}, {key: spot, operator: Exists}]
                      requiredNodeAffinity: [{key: pool, operator: In, values: [ml, web]}]
                    ---
                    metadata: {name: audit}
                    spec:
                      mode: Audit
                      match: {resources: [a.b/none]}
                      tolerations: [{key: dedicated, operator: Equal, value: web}]
                      requiredNodeAffinity: [{key: zone, operator: Exists}]
                    """));
    private static final NamespaceFacts NAMESPACE = NamespaceFixture.read(
            new NamespaceBuilder()
                    .withNewMetadata()
                    .withName("shop")
                    .addToAnnotations("scheduler.alpha.kubernetes.io/defaultTolerations", "[{\"key\": \"a\"}]")
                    .addToAnnotations(
                            "scheduler.alpha.kubernetes.io/tolerationsWhitelist", "[{\"operator\": \"Exists\"}]")
                    .endMetadata()
                    .build(),
            CONFIG);

    private DecidingEngine() {}

    /** What {@code /mutate} answers. */
    static AdmissionResponse mutate(byte[] review) throws InvalidReviewException {
        AdmissionRequest request = Engine.read(review);
        return RequestFixture.withoutFailure(ENGINE.answer(request, PolicyFixture.snapshot(POLICIES), NAMESPACE));
    }
}

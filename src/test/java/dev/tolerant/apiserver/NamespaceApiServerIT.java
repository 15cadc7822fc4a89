package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.NamespaceFacts;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What the annotations of namespaces do, on a real API server. */
@NeedsApiServer
class NamespaceApiServerIT {
    private static final String TOLERANT_POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              containers: [{name: web, image: "example.com/web:1"}]
              tolerations: [{key: spot, operator: Exists, effect: NoSchedule}]
            """;

    private final ClusterUnderTest cluster;

    NamespaceApiServerIT(ClusterUnderTest cluster) {
        this.cluster = cluster;
    }

    /** Creates each pod so soon after its namespace that the program may not have seen the namespace yet. */
    @RepeatedTest(5)
    void aPodOfANewNamespaceGetsItsDefaults() {
        TestNamespace namespace = cluster.namespace("""
                {scheduler.alpha.kubernetes.io/defaultTolerations:
                  '[{"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute","tolerationSeconds":30},
                    {"Key":"spot","Operator":"Exists","Effect":"NoSchedule"}]'}
                """);

        ApiAnswer answer = namespace.create(TestNamespace.POD);

        assertThat(answer.tolerations())
                .isEqualTo(ApiObject.list(Entries.notReady(30), Entries.unreachable(60), Entries.SPOT));
        assertThat(answer.warnings()).isEmpty();
    }

    @Test
    void aTolerationThatTheWhitelistLacksIsRefused() {
        TestNamespace namespace = cluster.namespace("""
                {scheduler.alpha.kubernetes.io/tolerationsWhitelist: '[{"key":"dedicated","operator":"Exists"}]'}
                """);

        ApiAnswer refused = namespace.create(TOLERANT_POD);
        ApiAnswer bare = namespace.create(TestNamespace.POD);

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.kubectl())
                .startsWith(WebhookRegistration.DENIED + "toleration " + "spot:NoSchedule op=Exists"
                        + " is not in the whitelist of namespace " + namespace.name()
                        + "; remove it from spec.tolerations, ");
        assertThat(bare.tolerations()).isEqualTo(Entries.nodeFailure(60));
    }

    @Test
    void anAnnotationThatCannotBeReadIsAWarning() {
        TestNamespace namespace = cluster.namespace("{scheduler.alpha.kubernetes.io/defaultTolerations: '[{\"key\":'}");

        ApiAnswer answer = namespace.create(TestNamespace.POD);

        assertThat(answer.tolerations()).isEqualTo(Entries.nodeFailure(60));
        assertThat(answer.warnings())
                .singleElement()
                .asString()
                .contains(
                        "namespace " + namespace.name() + ", annotation " + NamespaceFacts.DEFAULT_TOLERATIONS + ", ");
    }
}

package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** How the tests parse the API server's answers, and to which paths they send manifests. */
class ApiAnswerTest {

    @Test
    void warningsAreUnquoted() {
        List<String> texts = ApiAnswer.texts(
                List.of("299 - \"tolerant: adds a=b\"", "299 - \"unknown field \\\"spec.x\\\"\"", "199 - \"other\""));

        assertThat(texts).containsExactly("tolerant: adds a=b", "unknown field \"spec.x\"");
    }

    @Test
    void anErrorReadsAsKubectlPrintsIt() {
        ApiAnswer answer = new ApiAnswer(403, ApiObject.node("{reason: Forbidden, message: refused}"), List.of());

        assertThat(answer.kubectl()).isEqualTo("Error from server (Forbidden): refused");
        assertThatThrownBy(answer::tolerations).hasMessageContaining("the API server answered 403");
    }

    @Test
    void aManifestBelongsToItsNamespacesCollection() {
        ApiObject pod = ApiObject.of(TestNamespace.POD).in("team");
        ApiObject policy =
                ApiObject.of("{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: p}}");

        assertThat(pod.collection()).isEqualTo("/api/v1/namespaces/team/pods");
        assertThat(pod.path()).isEqualTo("/api/v1/namespaces/team/pods/web");
        assertThat(policy.path()).isEqualTo("/apis/tolerant.dev/v1alpha1/tolerationpolicies/p");
    }

    @Test
    void theTolerationsOfADaemonSetAreThoseOfItsTemplate() {
        ApiAnswer pod = new ApiAnswer(200, ApiObject.node("{spec: {tolerations: [a]}}"), List.of());
        ApiAnswer set = new ApiAnswer(200, ApiObject.node("{spec: {template: {spec: {tolerations: [b]}}}}"), List.of());

        assertThat(pod.tolerations()).isEqualTo(ApiObject.list("a"));
        assertThat(set.tolerations()).isEqualTo(ApiObject.list("b"));
    }
}

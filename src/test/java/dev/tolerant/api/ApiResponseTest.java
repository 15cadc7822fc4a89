package dev.tolerant.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a refusal says in the log. */
class ApiResponseTest {

    @Test
    void aRightThatIsMissingIsNamed() {
        String rbac =
                "pods \"web\" is forbidden: User \"system:serviceaccount:tolerant:tolerant\" cannot patch resource"
                        + " \"pods\" in API group \"\" in the namespace \"shop\"";

        assertThat(words(403, rbac)).startsWith("403: grant patch of pods: pods 'web' is forbidden: User ");
    }

    /** Whoever grants rights because of such a refusal has the same refusal again. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "admission webhook 'labels.example.com' denied the request: no owner",
                "pods 'web' is forbidden: ValidatingAdmissionPolicy 'tolerant-pods' with binding 'tolerant-pods' denied request:"
                        + " Tolerant's service account may change nothing of a pod's spec but tolerations",
                "pods 'web' is forbidden: exceeded quota: compute"
            })
    void aRefusalByAnAdmissionPluginOrWebhookIsToldInItsOwnWords(String message) {
        assertThat(words(403, message)).isEqualTo("403: " + message);
    }

    @Test
    void everyOtherRefusalIsToldInItsOwnWordsToo() {
        assertThat(words(422, "Pod 'web' is invalid: spec: Forbidden: pod updates may not change fields"))
                .isEqualTo("422: Pod 'web' is invalid: spec: Forbidden: pod updates may not change fields");
        assertThat(words(500, "etcdserver: request timed out\nlater"))
                .isEqualTo("500: etcdserver: request timed out later");
        assertThat(words(500, "x".repeat(5000))).hasSizeLessThan(1100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>", "{}", "[]", "{\"message\": {}}", "{\"message\": \"", "null"})
    void anAnswerThatIsNoStatusHasItsCodeAndTheLikelyWayOut(String body) {
        assertThat(answer(403, body).words("list of pods")).isEqualTo("403: grant list of pods");
        assertThat(answer(502, body).words("list of pods")).isEqualTo("502");
    }

    private static String words(int code, String message) {
        return answer(
                        code,
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("kind", "Status")
                                .put("status", "Failure")
                                .put("message", message)
                                .put("code", code)
                                .toString())
                .words("patch of pods");
    }

    private static ApiResponse answer(int code, String body) {
        return new ApiResponse(code, body.getBytes(StandardCharsets.UTF_8), 0);
    }
}

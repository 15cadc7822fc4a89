package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.Yaml;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The program's own account can change nothing of its registration but the caBundle, and of a pod but its tolerations. */
class OwnAccountChartTest {
    private static final RenderedChart CHART = RenderedChart.with(
            "{keeper: {mode: enforce}, webhook: {failurePolicy: Fail}, serviceAccount: {name: injector}}");
    private static final AdmissionPolicy REGISTRATIONS = policy("tolerant-registration");
    private static final AdmissionPolicy PODS = policy("tolerant-pods");

    private final JsonNode registration =
            Serialization.jsonMapper().valueToTree(CHART.only(MutatingWebhookConfiguration.class));
    private final JsonNode pod = Yaml.tree(PodChange.POD);

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RegistrationChange#forbidden")
    void itMayNotChangeTheRegistrationOtherwise(AttemptedChange change) {
        assertForbidden(REGISTRATIONS, registration, change);
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.PodChange#forbiddenOrImpossible")
    void itMayNotChangePodsOtherwise(AttemptedChange change) {
        assertForbidden(PODS, pod, change);
    }

    private static void assertForbidden(AdmissionPolicy policy, JsonNode object, AttemptedChange change) {
        JsonNode changed = change.applyTo(object);

        assertThat(changed).isNotEqualTo(object);
        assertThat(denials(policy, object, changed)).isNotEmpty();
        assertThat(denials(policy, changed, object)).isNotEmpty();
        assertThat(policy.denials("admin", object, changed)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.PodChange#allowed")
    void itMayChangeTolerations(AttemptedChange change) {
        JsonNode changed = change.applyTo(pod);

        assertThat(changed).isNotEqualTo(pod);
        assertThat(denials(PODS, pod, changed)).isEmpty();
        assertThat(denials(PODS, changed, pod)).isEmpty();
    }

    @Test
    void aPodWithoutLabelsAnnotationsAndTolerationsGetsTolerations() {
        ObjectNode bare = pod.deepCopy();
        ((ObjectNode) bare.get("metadata")).retain("name", "namespace").put("resourceVersion", "1");
        ((ObjectNode) bare.get("spec")).remove("tolerations");

        ObjectNode changed = bare.deepCopy();
        changed.withArray("/spec/tolerations").addObject().put("operator", "Exists");

        assertThat(denials(PODS, bare, changed)).isEmpty();
    }

    @Test
    void itMayWriteAndReplaceTheCaBundle() {
        JsonNode first = RegistrationChange.caBundle(0, "Rmlyc3Q=").applyTo(registration);
        JsonNode all = RegistrationChange.caBundle(2, "TGFzdA==")
                .applyTo(RegistrationChange.caBundle(1, "TWlkZGxl").applyTo(first));
        JsonNode again = RegistrationChange.caBundle(0, "QWdhaW4=").applyTo(all);

        assertThat(denials(REGISTRATIONS, registration, all)).isEmpty();
        assertThat(denials(REGISTRATIONS, all, again)).isEmpty();
        assertThat(denials(REGISTRATIONS, all, all)).isEmpty();
    }

    @Test
    void aFieldOfALaterVersionIsNotItsToChangeEither() {
        ObjectNode changed = registration.deepCopy();

        ((ObjectNode) changed.at("/webhooks/1")).put("fieldOfALaterVersion", true);

        assertThat(denials(REGISTRATIONS, registration, changed))
                .containsExactly(
                        "Tolerant's service account may change nothing of a webhook but clientConfig.caBundle");
    }

    /** The API refuses both objects of today's version, so only here. */
    @Test
    void aClientConfigCanNeitherLoseNorGainAField() {
        ObjectNode without = registration.deepCopy();
        ObjectNode with = registration.deepCopy();

        ((ObjectNode) without.at("/webhooks/1/clientConfig")).remove("service");
        ((ObjectNode) with.at("/webhooks/1/clientConfig")).put("url", "https://192.0.2.1/");

        String message = "Tolerant's service account may change nothing of a webhook's clientConfig but its caBundle";
        assertThat(denials(REGISTRATIONS, registration, without)).containsExactly(message);
        assertThat(denials(REGISTRATIONS, registration, with)).containsExactly(message);
    }

    @Test
    void whatTheApiServerItselfChangesDoesNotCount() {
        ObjectNode written =
                RegistrationChange.caBundle(0, "Rmlyc3Q=").applyTo(registration).deepCopy();
        ObjectNode running = pod.deepCopy();

        for (ObjectNode object : List.of(written, running)) {
            object.withObject("/metadata").put("generation", 2).put("resourceVersion", "42");
            object.withObject("/metadata").putArray("managedFields").addObject().put("manager", "fabric8");
        }
        running.withObject("/status").put("phase", "Running");

        assertThat(denials(REGISTRATIONS, registration, written)).isEmpty();
        assertThat(denials(PODS, pod, running)).isEmpty();
    }

    @Test
    void eachMessageNamesWhatTheAccountMustNotChangeOfAPod() {
        assertThat(denials("{'op':'add','path':'/metadata/labels/own','value':'yes'}"))
                .containsExactly(
                        "Tolerant's service account must not change the labels, annotations, owners or finalizers of a pod");
        assertThat(denials("{'op':'replace','path':'/spec/containers/0/image','value':'evil'}"))
                .containsExactly("Tolerant's service account may change nothing of a pod's spec but tolerations");
    }

    private List<String> denials(String operation) {
        return denials(PODS, pod, AttemptedChange.of("change", operation).applyTo(pod));
    }

    private static List<String> denials(AdmissionPolicy policy, JsonNode before, JsonNode after) {
        return policy.denials("system:serviceaccount:tolerant-system:injector", before, after);
    }

    private static AdmissionPolicy policy(String name) {
        return new AdmissionPolicy(
                CHART.named(ValidatingAdmissionPolicy.class, name).getSpec());
    }
}

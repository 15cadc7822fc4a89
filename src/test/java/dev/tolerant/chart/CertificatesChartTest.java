package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The three ways to a serving certificate, and that the chart makes none itself. */
class CertificatesChartTest {
    private static final String CA = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==";
    private static final List<String> HOST_NAMES = List.of(
            "tolerant.tolerant-system.svc",
            "tolerant.tolerant-system.svc.cluster.local",
            "tolerant.tolerant-system",
            "tolerant");

    @Test
    void builtInShipsASecretAndRegistrationsForTheProgramToFill() {
        // When
        RenderedChart chart = RenderedChart.with("restrictions: {enabled: true}");

        // Then
        Secret secret = chart.only(Secret.class);
        assertThat(secret.getMetadata().getName()).isEqualTo("tolerant-certificate");
        assertThat(secret.getType()).isEqualTo("Opaque");
        assertThat(secret.getData()).isNullOrEmpty();
        assertThat(secret.getStringData()).isNullOrEmpty();
        assertThat(caBundles(chart)).hasSize(4).containsOnlyNulls();
        assertThat(SettingsFile.of(chart))
                .containsEntry("tolerant.certificate.mode", "built-in")
                .containsEntry("tolerant.certificate.host-names", String.join(",", HOST_NAMES))
                .containsEntry("tolerant.certificate.namespace", RenderedChart.NAMESPACE)
                .containsEntry("tolerant.certificate.secret", "tolerant-certificate")
                .containsEntry(
                        "tolerant.certificate.mutating-webhook-configuration",
                        nameOf(chart.only(MutatingWebhookConfiguration.class)))
                .containsEntry(
                        "tolerant.certificate.validating-webhook-configuration",
                        nameOf(chart.only(ValidatingWebhookConfiguration.class)))
                .containsEntry("quarkus.http.tls-configuration-name", "webhook");
        assertThat(certificateMount(chart)).isNull();
    }

    @Test
    void builtInKnowsNoSecondRegistrationWhereThereIsNone() {
        // When
        Map<String, String> settings = SettingsFile.with("{}");

        // Then
        assertThat(settings).doesNotContainKey("tolerant.certificate.validating-webhook-configuration");
    }

    @Test
    void certManagerMakesACaAndOfItTheCertificateAndInjectsTheCa() {
        // When
        RenderedChart chart = RenderedChart.with("{certificates: {mode: certManager}, restrictions: {enabled: true}}");

        // Then
        GenericKubernetesResource first = resource(chart, "Issuer", "tolerant-self-signed");
        GenericKubernetesResource ca = resource(chart, "Certificate", "tolerant-ca");
        GenericKubernetesResource second = resource(chart, "Issuer", "tolerant-ca");
        GenericKubernetesResource serving = resource(chart, "Certificate", "tolerant");
        assertThat(first.<Map<?, ?>>get("spec", "selfSigned")).isEmpty();
        assertThat(ca.<Boolean>get("spec", "isCA")).isTrue();
        assertThat(ca.<String>get("spec", "issuerRef", "name")).isEqualTo("tolerant-self-signed");
        assertThat(second.<String>get("spec", "ca", "secretName")).isEqualTo(ca.<String>get("spec", "secretName"));
        assertThat(serving.<String>get("spec", "issuerRef", "name")).isEqualTo("tolerant-ca");
        assertThat(serving.<List<String>>get("spec", "dnsNames")).isEqualTo(HOST_NAMES);
        assertThat(serving.<String>get("spec", "duration")).isEqualTo("2160h");
        assertThat(certificateSecret(chart)).isEqualTo(serving.<String>get("spec", "secretName"));
        assertThat(injectedFrom(chart)).containsExactly("tolerant-system/tolerant", "tolerant-system/tolerant");
        assertThat(caBundles(chart)).hasSize(4).containsOnlyNulls();
        assertThat(chart.all(Secret.class)).isEmpty();
        assertMounted(chart);
    }

    @Test
    void aRenewedCaStillVouchesForCertificatesOfBefore() {
        // When
        RenderedChart chart = RenderedChart.with("certificates: {mode: certManager}");

        // Then
        assertThat(keyRotation(chart, "tolerant-ca")).isEqualTo("Never");
        assertThat(keyRotation(chart, "tolerant")).isEqualTo("Always");
    }

    private static String keyRotation(RenderedChart chart, String certificate) {
        return resource(chart, "Certificate", certificate).get("spec", "privateKey", "rotationPolicy");
    }

    @Test
    void certManagerMayUseAnIssuerThatIsThereAlready() {
        // When
        RenderedChart chart = RenderedChart.with(RenderedChart.ciValues("cert-manager-issuer"));

        // Then
        assertThat(chart.ofKind("Issuer")).isEmpty();
        assertThat(chart.ofKind("Certificate")).hasSize(1);
        GenericKubernetesResource serving = resource(chart, "Certificate", "tolerant");
        assertThat(serving.<Map<String, String>>get("spec", "issuerRef"))
                .isEqualTo(Map.of("name", "internal", "kind", "ClusterIssuer", "group", "cert-manager.io"));
        assertThat(injectedFrom(chart)).containsExactly("tolerant-system/tolerant");
    }

    @Test
    void anExistingSecretIsMountedAndItsCaRegistered() {
        // When
        RenderedChart chart = RenderedChart.with(RenderedChart.ciValues("existing-secret"));

        // Then
        assertThat(chart.all(Secret.class)).isEmpty();
        assertThat(certificateSecret(chart)).isEqualTo("webhook-tls");
        assertThat(caBundles(chart)).hasSize(3).containsOnly(CA);
        assertThat(injectedFrom(chart)).containsOnlyNulls();
        assertMounted(chart);
    }

    @Test
    void theCaOfAnExistingSecretMayBeInjected() {
        // When
        RenderedChart chart = RenderedChart.with(
                "certificates: {mode: existingSecret, existingSecret: {name: webhook-tls, injectCaFrom: platform/webhook}}");

        // Then
        assertThat(caBundles(chart)).hasSize(3).containsOnlyNulls();
        assertThat(injectedFrom(chart)).containsExactly("platform/webhook");
    }

    @ParameterizedTest
    @ValueSource(strings = {"builtIn", "certManager"})
    void noModeOfAnotherLeavesAnythingBehind(String mode) {
        // When
        RenderedChart chart = RenderedChart.with("""
                certificates:
                  mode: %s
                  existingSecret: {name: webhook-tls, caBundle: AAAA, injectCaFrom: platform/webhook}
                """.formatted(mode));

        // Then
        assertThat(caBundles(chart)).containsOnlyNulls();
        assertThat(injectedFrom(chart)).doesNotContain("platform/webhook");
        assertThat(chart.ofKind("Certificate")).hasSize(mode.equals("certManager") ? 2 : 0);
    }

    @Test
    void noModeTakesOverAnothersSecret() {
        // When
        String builtIn =
                RenderedChart.ofDefaults().only(Secret.class).getMetadata().getName();
        String certManager = certificateSecret(RenderedChart.with("certificates: {mode: certManager}"));

        // Then
        assertThat(builtIn).isEqualTo("tolerant-certificate");
        assertThat(certManager).isEqualTo("tolerant-tls");
    }

    @Test
    void noTemplateMakesACertificateOrAsksTheCluster() throws IOException {
        // Given
        List<Path> templates;
        try (Stream<Path> files = Files.walk(RenderedChart.CHART.resolve("templates"))) {
            templates = files.filter(Files::isRegularFile).toList();
        }

        // Then
        assertThat(templates)
                .hasSizeGreaterThan(15)
                .allSatisfy(template -> assertThat(RenderedChart.read(template))
                        .doesNotContainPattern(
                                "\\b(lookup|genCA|genSignedCert|genSelfSignedCert|genPrivateKey|randAlphaNum|now)\\b"));
    }

    /** Charts that make a certificate whenever they are rendered break running pods (D18). */
    @Test
    void renderingTwiceGivesTheSameBytes() {
        // When
        List<String> once = RenderedChart.ofDefaults().objects().stream()
                .map(Object::toString)
                .toList();
        List<String> again = RenderedChart.ofDefaults().objects().stream()
                .map(Object::toString)
                .toList();

        // Then
        assertThat(again).isEqualTo(once);
    }

    private static void assertMounted(RenderedChart chart) {
        VolumeMount mount = Objects.requireNonNull(certificateMount(chart));
        assertThat(mount.getSubPath()).isNull();
        assertThat(mount.getReadOnly()).isTrue();
        Map<String, String> settings = SettingsFile.of(chart);
        assertThat(settings)
                .containsEntry("tolerant.certificate.mode", "mounted")
                .containsEntry("tolerant.certificate.host-names", "tolerant.tolerant-system.svc")
                .containsEntry("tolerant.certificate.directory", mount.getMountPath())
                .containsEntry("quarkus.http.tls-configuration-name", "webhook")
                .doesNotContainKey("tolerant.certificate.secret");
        assertThat(pod(chart).getSecurityContext().getFsGroup()).isEqualTo(10001);
        assertThat(volume(chart).getSecret().getDefaultMode()).isEqualTo(0440);
    }

    private static String certificateSecret(RenderedChart chart) {
        return volume(chart).getSecret().getSecretName();
    }

    private static Volume volume(RenderedChart chart) {
        return pod(chart).getVolumes().stream()
                .filter(volume -> volume.getName().equals("certificate"))
                .findFirst()
                .orElseThrow();
    }

    private static VolumeMount certificateMount(RenderedChart chart) {
        Container container = pod(chart).getContainers().get(0);
        return container.getVolumeMounts().stream()
                .filter(mount -> mount.getName().equals("certificate"))
                .findFirst()
                .orElse(null);
    }

    private static PodSpec pod(RenderedChart chart) {
        return chart.only(Deployment.class).getSpec().getTemplate().getSpec();
    }

    private static List<String> caBundles(RenderedChart chart) {
        Stream<String> mutating = RegistrationChartTest.mutating(chart).stream()
                .map(entry -> entry.getClientConfig().getCaBundle());
        Stream<String> validating = chart.all(ValidatingWebhookConfiguration.class).stream()
                .flatMap(configuration -> configuration.getWebhooks().stream())
                .map(entry -> entry.getClientConfig().getCaBundle());
        return Stream.concat(mutating, validating).toList();
    }

    private static List<String> injectedFrom(RenderedChart chart) {
        return chart.objects().stream()
                .filter(object -> object.getKind().endsWith("WebhookConfiguration"))
                .map(object -> object.getMetadata().getAnnotations().get("cert-manager.io/inject-ca-from"))
                .toList();
    }

    private static GenericKubernetesResource resource(RenderedChart chart, String kind, String name) {
        return chart.ofKind(kind).stream()
                .filter(object -> nameOf(object).equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind + " is named " + name));
    }

    private static String nameOf(HasMetadata object) {
        return object.getMetadata().getName();
    }
}

package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The three ways to a serving certificate, and that the chart makes none itself. */
class CertificatesChartTest {
    private static final String CERT_MANAGER = "certificates: {mode: certManager}";
    /** What another mode would do, which leaves nothing behind. */
    private static final String OTHERS = """
            certificates:
              mode: %s
              existingSecret: {name: webhook-tls, caBundle: AAAA}
            """;

    /** Values, an object, a place in it, and what is there. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            # builtIn: a Secret and a registration for the program to fill
            {}           | Secret       | /metadata/name                              | tolerant-certificate
            {}           | Secret       | /type                                       | Opaque
            {}           | Secret       | /data                                       |
            {}           | Secret       | /stringData                                 |
            {}           | *            | /*/webhooks/*/clientConfig/caBundle         | [[]]
            {}           | settings     | /tolerant.certificate.mode                  | built-in
            {}           | settings     | /tolerant.certificate.host-names            | tolerant.tolerant-system.svc,tolerant.tolerant-system.svc.cluster.local,tolerant.tolerant-system,tolerant
            {}           | settings     | /tolerant.certificate.namespace             | tolerant-system
            {}           | settings     | /tolerant.certificate.secret                | tolerant-certificate
            {}           | settings     | /tolerant.certificate.mutating-webhook-configuration   | tolerant
            {}           | settings     | /quarkus.http.tls-configuration-name        | webhook
            {}           | Deployment   | /spec/template/spec/volumes/certificate     |
            {}           | MutatingWebhookConfiguration/tolerant   | /metadata/name   | tolerant
            # certManager: a CA, of it the certificate, and the CA injected
            CERT_MANAGER | Issuer/tolerant-self-signed | /spec                        | {selfSigned: {}}
            CERT_MANAGER | Certificate/tolerant-ca | /spec/isCA                       | true
            CERT_MANAGER | Certificate/tolerant-ca | /spec/issuerRef/name             | tolerant-self-signed
            CERT_MANAGER | Certificate/tolerant-ca | /spec/secretName                 | tolerant-ca
            CERT_MANAGER | Issuer/tolerant-ca      | /spec                            | {ca: {secretName: tolerant-ca}}
            CERT_MANAGER | Certificate/tolerant    | /spec/issuerRef/name             | tolerant-ca
            CERT_MANAGER | Certificate/tolerant    | /spec/dnsNames                   | [tolerant.tolerant-system.svc, tolerant.tolerant-system.svc.cluster.local, tolerant.tolerant-system, tolerant]
            CERT_MANAGER | Certificate/tolerant    | /spec/duration                   | 2160h
            CERT_MANAGER | Certificate/tolerant    | /spec/secretName                 | tolerant-tls
            CERT_MANAGER | Deployment   | /spec/template/spec/volumes/certificate/secret | {secretName: tolerant-tls, defaultMode: 288}
            CERT_MANAGER | Secret       | /metadata                                   |
            CERT_MANAGER | *            | /*/webhooks/*/clientConfig/caBundle         | [[]]
            CERT_MANAGER | *            | /*/metadata/annotations/cert-manager.io~1inject-ca-from | [tolerant-system/tolerant]
            # a renewed CA still vouches for certificates of before
            CERT_MANAGER | Certificate/tolerant-ca | /spec/privateKey/rotationPolicy  | Never
            CERT_MANAGER | Certificate/tolerant    | /spec/privateKey/rotationPolicy  | Always
            # an issuer that is there already
            cert-manager-issuer | Issuer/*      | /*/kind                             | []
            cert-manager-issuer | Certificate/* | /*/metadata/name                    | [tolerant]
            cert-manager-issuer | Certificate   | /spec/issuerRef                     | {name: internal, kind: ClusterIssuer, group: cert-manager.io}
            cert-manager-issuer | MutatingWebhookConfiguration | /metadata/annotations | {cert-manager.io/inject-ca-from: tolerant-system/tolerant}
            # an existing Secret is mounted, and its CA registered
            existing-secret | Secret     | /metadata                                  |
            existing-secret | *          | /*/webhooks/*/clientConfig/caBundle        | [[LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==, LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==, LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==]]
            existing-secret | MutatingWebhookConfiguration | /metadata/annotations    |
            existing-secret | Deployment | /spec/template/spec/containers/webhook/volumeMounts/certificate | {name: certificate, mountPath: /etc/tolerant/certificate, readOnly: true}
            existing-secret | Deployment | /spec/template/spec/volumes/certificate/secret | {secretName: webhook-tls, defaultMode: 288}
            existing-secret | Deployment | /spec/template/spec/securityContext/fsGroup | 10001
            existing-secret | settings   | /tolerant.certificate.mode                 | mounted
            existing-secret | settings   | /tolerant.certificate.host-names           | tolerant.tolerant-system.svc
            existing-secret | settings   | /tolerant.certificate.directory            | /etc/tolerant/certificate
            existing-secret | settings   | /tolerant.certificate.secret               |
            existing-secret | settings   | /quarkus.http.tls-configuration-name       | webhook
            # values of another mode leave nothing behind
            builtIn      | *             | /*/webhooks/*/clientConfig/caBundle        | [[]]
            builtIn      | Certificate/* | /*/kind                                    | []
            builtIn      | Secret        | /metadata/name                             | tolerant-certificate
            certManager  | *             | /*/webhooks/*/clientConfig/caBundle        | [[]]
            certManager  | Certificate/* | /*/kind                                    | [Certificate, Certificate]
            """)
    void whatTheModesMakeIs(String values, String object, String place, String expected) {
        String text = switch (values) {
            case "{}" -> values;
            case "CERT_MANAGER" -> CERT_MANAGER;
            case "builtIn", "certManager" -> OTHERS.formatted(values);
            default -> RenderedChart.ciValues(values);
        };

        assertThat(RenderedPlace.of(text, object, place)).isEqualTo(RenderedPlace.expected(expected));
    }

    @Test
    void noTemplateMakesACertificateOrAsksTheCluster() throws IOException {
        List<Path> templates;
        try (Stream<Path> files = Files.walk(RenderedChart.CHART.resolve("templates"))) {
            templates = files.filter(Files::isRegularFile).toList();
        }

        assertThat(templates)
                .hasSizeGreaterThan(15)
                .allSatisfy(template -> assertThat(RenderedChart.read(template))
                        .doesNotContainPattern(
                                "\\b(lookup|genCA|genSignedCert|genSelfSignedCert|genPrivateKey|randAlphaNum|now)\\b"));
    }

    /** Charts that make a certificate whenever they are rendered break running pods (D18). */
    @Test
    void renderingTwiceGivesTheSameBytes() {
        List<String> once = RenderedChart.ofDefaults().objects().stream()
                .map(Object::toString)
                .toList();
        List<String> again = RenderedChart.ofDefaults().objects().stream()
                .map(Object::toString)
                .toList();

        assertThat(again).isEqualTo(once);
    }
}

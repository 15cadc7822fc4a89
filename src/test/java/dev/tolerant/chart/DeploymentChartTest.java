package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the program runs in its pod. */
class DeploymentChartTest {

    /** Values, a place in the pod's spec or its container, and what is there. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            # the restricted Pod Security Standard
            {}         | /spec/containers/*/name                       | [webhook]
            {}         | /spec/securityContext/runAsNonRoot            | true
            {}         | /spec/securityContext/runAsUser               | 10001
            {}         | /spec/securityContext/seccompProfile          | {type: RuntimeDefault}
            {}         | /spec/containers/webhook/securityContext      | {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
            {}         | /spec/hostNetwork                             |
            {}         | /spec/volumes/*/hostPath                      | []
            {}         | /spec/enableServiceLinks                      | false
            openshift  | /spec/securityContext                         | {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}
            # it may write to a temporary folder of limited size alone
            {}         | /spec/volumes/tmp/emptyDir                    | {sizeLimit: 64Mi}
            {}         | /spec/containers/webhook/volumeMounts         | [{name: settings, mountPath: /deployments/config, readOnly: true}, {name: tmp, mountPath: /tmp}]
            # probes ask the management port
            {}         | /spec/containers/webhook/startupProbe/httpGet   | {path: /q/health/started, port: management}
            {}         | /spec/containers/webhook/livenessProbe/httpGet  | {path: /q/health/live, port: management}
            {}         | /spec/containers/webhook/readinessProbe/httpGet | {path: /q/health/ready, port: management}
            {}         | /spec/containers/webhook/startupProbe/initialDelaySeconds | 2
            # the delay and the timeout of the drain, 10 and 5 seconds, and ten more
            {}         | /spec/terminationGracePeriodSeconds           | 25
            # the heap fits into the memory
            {}         | /spec/containers/webhook/env                  | [{name: JAVA_TOOL_OPTIONS, value: '-XX:+UseSerialGC -Xmx128m -XX:+ExitOnOutOfMemoryError -XX:FreqInlineSize=120 -XX:InlineSmallCode=800'}]
            {}         | /spec/containers/webhook/resources            | {requests: {cpu: 50m, memory: 256Mi}, limits: {memory: 384Mi}}
            # an image is named by its tag, or better by its digest
            {}         | /spec/containers/webhook/image                | registry.example.com/tolerant:0.1.0
            image: {repository: example.com/t, tag: v2} | /spec/containers/webhook/image | example.com/t:v2
            production | /spec/containers/webhook/image                | registry.example.com/tolerant@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
            production | /spec/containers/webhook/imagePullPolicy      | Always
            production | /spec/imagePullSecrets                        | [{name: registry}]
            # ports, volumes, labels and annotations are those of the values
            ports: {https: 10443, management: 10900} | /spec/containers/webhook/ports | [{name: https, containerPort: 10443, protocol: TCP}, {name: management, containerPort: 10900, protocol: TCP}]
            production | /spec/containers/webhook/volumeMounts/*/mountPath | [/deployments/config, /tmp, /etc/tolerant/certificate]
            production | /spec/volumes/*/name                          | [settings, tmp, certificate]
            production | /metadata/labels/team                         | platform
            production | /metadata/annotations/example.com~1log        | json
            """)
    void thePodsAre(String values, String place, String expected) {
        String text = values.matches("[a-z]+") ? RenderedChart.ciValues(values) : values;

        assertThat(RenderedPlace.of(text, "Deployment", "/spec/template" + place))
                .isEqualTo(RenderedPlace.expected(expected));
    }

    static PodSpec pod(RenderedChart chart) {
        return chart.only(Deployment.class).getSpec().getTemplate().getSpec();
    }
}

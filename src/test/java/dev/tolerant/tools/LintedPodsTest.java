package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code lint} says of pods and of the templates that controllers make them of. */
class LintedPodsTest {
    private static final Path FILES = Path.of("src/test/resources/lint");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "thirty.yaml | 1 object, 0 errors, 1 warning   | for 30s",
                "zero.yaml   | 1 object, 0 errors, 1 warning   | for 0s",
                "dup.yaml    | 1 object, 0 errors, 3 warnings  | for 60s",
            })
    void secondsThatTheDaemonSetControllerRemovesHaveNoEffect(String file, String summary, String seconds) {
        CommandRun run = CommandRun.of(
                "lint", FILES.resolve("daemon-set-seconds").resolve(file).toString());

        assertThat(run.out())
                .contains(": warning: DaemonSet ")
                .contains(" node.kubernetes.io/not-ready:NoExecute op=Exists " + seconds
                        + " loses its seconds to the DaemonSet controller, so its pods stay on failed nodes; leave"
                        + " tolerationSeconds out [seconds-overwritten]")
                .doesNotContain("[zero-seconds]", "[duplicate-shortens]")
                .endsWith(summary + "\n");
        assertThat(run.exitCode()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{key: node.kubernetes.io/not-ready, operator: Equal, effect: NoExecute, tolerationSeconds: 0}    | zero-seconds",
                "{key: node.kubernetes.io/not-ready, operator: Equal, effect: NoExecute, tolerationSeconds: 30}   | ",
                "{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 5} | seconds-overwritten",
                "{key: maintenance, operator: Exists, effect: NoExecute, tolerationSeconds: 0}                    | zero-seconds",
                "{operator: Exists, effect: NoExecute, tolerationSeconds: 30}                                     | ",
            })
    void theDaemonSetControllerOverwritesItsOwnEntriesAlone(String toleration, String code) throws IOException {
        CommandRun run = lint("{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: a}, spec: {template: {spec: {"
                + "tolerations: [" + toleration + "]}}}}");

        assertThat(run.out().lines().count()).isEqualTo(code == null ? 1 : 2);
        assertThat(run.out()).contains(code == null ? "0 warnings" : "[" + code + "]");
    }

    @Test
    void aPolicyOfDaemonSetsCannotSetTheControllersSecondsEither() throws IOException {
        CommandRun run = lint("{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: p}, spec: {"
                + "match: {ownerKinds: [DaemonSet]}, daemonSetTemplates: true, tolerations: [{key:"
                + " node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 0}]}}");

        assertThat(run.out())
                .contains(": warning: TolerationPolicy p: spec.tolerations[0] node.kubernetes.io/unreachable:NoExecute"
                        + " op=Exists for 0s loses its seconds to the DaemonSet controller");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ds.yaml    | spec.tolerations                             | spec.template.spec.tolerations",
                "ds.yaml    | spec.nodeAffinity                            | spec.template.spec.affinity.nodeAffinity",
                "typos.yaml | spec.template.spec.toleration                | tolerations",
                "typos.yaml | spec.template.spec.containers[0].tolerations | spec.template.spec.tolerations",
                "typos.yaml | spec.tolerations[0].tolerationsSeconds       | tolerationSeconds",
                "typos.yaml | spec.tolerations[1].keys                     | key",
                "typos.yaml | spec.tolerations[1].Operator                 | operator",
            })
    void aMisspeltOrMisplacedFieldIsNamedWithTheOneThatWasMeant(String file, String path, String meant) {
        CommandRun run = CommandRun.of(
                "lint", FILES.resolve("unknown-fields").resolve(file).toString());

        assertThat(run.out())
                .containsPattern("(?m)^\\S+:\\d+: error: [A-Z][a-zA-Z]+ \\S+: "
                        + Pattern.quote(
                                path + " is not a field of the API: did you mean " + meant + "? [unknown-field]"));
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{containers: [{name: a, image: a, resources: {limits: {example.com/fpga: 1}}}]}                             | 0 errors, 0 warnings",
                "{volumes: [{name: a, emptyDir: {sizeLimit: 1Gi}}, {name: b, csi: {driver: d, volumeAttributes: {any: a}}}]} | 0 errors, 0 warnings",
                "{nodeSelector: {toleration: a}, affinity: {nodeAffinity: {}}}                                               | 0 errors, 0 warnings",
                "{affinity: {nodeAfinity: {}}}                                                                               | 1 error, 0 warnings",
                "{initContainers: [{name: a, resource: {}}]}                                                                 | 1 error, 0 warnings",
                "{brandNew: 1}                                                                                               | 0 errors, 1 warning",
            })
    void onlyWhatTheApiDoesNotHaveIsUnknown(String spec, String summary) throws IOException {
        CommandRun run =
                lint("{apiVersion: v1, kind: Pod, metadata: {name: a, managedFields: [{fieldsV1: {'f:spec': {}}}]},"
                        + " status: {phase: Running}, spec: " + spec + "}");

        assertThat(run.out()).endsWith("1 object, " + summary + "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "crds.yaml      | Rollout data/web: spec.template.spec.tolerations[0] is refused: tolerationSeconds needs effect NoExecute",
                "crds.yaml      | DeploymentConfig data/dc: spec.template.spec.tolerations[0] is refused: value must be empty",
                "kinds.yaml     | PodTemplate data/pt: template.spec.tolerations[0] is refused: operator must be Exists",
                "kinds.yaml     | CronJob data/oldcron: spec.jobTemplate.spec.template.spec.tolerations[0] is refused: operator must be Exists",
                "kinds.yaml     | DaemonSet data/oldds: spec.template.spec.tolerations[0] is refused: operator must be Exists",
                "typo-kind.yaml | : kind is not a kind of apps/v1: did you mean DaemonSet?",
                "typo-kind.yaml | : spec.template.spec.tolerations[0] is refused: operator must be Exists",
            })
    void podTemplatesOfEveryKindAreChecked(String file, String sentence) {
        CommandRun run =
                CommandRun.of("lint", FILES.resolve("objects").resolve(file).toString());

        assertThat(run.out()).containsPattern(file + ":\\d+: error: .*" + Pattern.quote(sentence));
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void objectsWithoutPodsAreCounted() {
        CommandRun run = CommandRun.of("lint", FILES.resolve("objects").toString());

        assertThat(run.err())
                .isEqualTo(
                        "lint: does not check 5 objects: 1 argoproj.io/v1alpha1 Workflow, 1 karpenter.sh/v1beta1 NodePool,"
                                + " 1 keda.sh/v1alpha1 ScaledJob, 1 ray.io/v1 RayCluster, 1 sparkoperator.k8s.io/v1beta2"
                                + " SparkApplication\n");
        assertThat(run.out()).contains("\n9 objects, ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{apiVersion: karpenter.sh/v1beta1, kind: NodePool} | , only 1 karpenter.sh/v1beta1 NodePool",
                "{kind: ConfigMap}                                  | , only 1 ConfigMap",
                "{data: {a: b}}                                     | , only 1 no kind",
                "# nothing                                          | ''",
            })
    void filesWithNothingToCheckAreNotFine(String object, String only) throws IOException {
        CommandRun run = lint(object);

        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("lint: the input has nothing that lint checks" + only + "\n");
        assertThat(run.exitCode()).isEqualTo(2);
    }

    @Test
    void nodesAreChecked() throws IOException {
        assertThat(lint("{apiVersion: v1, kind: Node, metadata: {name: n1}}").out())
                .isEqualTo("1 object, 0 errors, 0 warnings\n");
    }

    private CommandRun lint(String object) throws IOException {
        return CommandRun.of(
                "lint",
                Files.writeString(directory.resolve("object.yaml"), object + "\n")
                        .toString());
    }
}

package dev.tolerant.tools.doctor;

import static dev.tolerant.testing.ClusterFixture.node;
import static dev.tolerant.testing.ClusterFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.objects.Owners.ClusterPod;
import dev.tolerant.observed.objects.Owners.PodOwner;
import dev.tolerant.testing.ClusterFixture;
import dev.tolerant.tools.doctor.CheckResult.Mark;
import dev.tolerant.tools.doctor.PendingPods.PendingPod;
import dev.tolerant.tools.doctor.PodSurvey.OpenPool;
import dev.tolerant.tools.doctor.PodSurvey.Shape;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which pods wait for taints, enter pools of others, or stray from their own. */
class PodSurveyTest {
    private static final String GPU = node("gpu", "pool: gpu", "{key: gpu, value: 'yes', effect: NoSchedule}");
    private static final String GENERAL = node("general", "", "");
    private static final String TOLERATES = "tolerations: [{key: gpu, operator: Exists, effect: NoSchedule}]";
    private static final String EVERYTHING = "tolerations: [{operator: Exists}]";
    private static final String POLICY = """
            {apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: gpus},
             spec: {match: {namespaceSelector: {matchLabels: {team: ml}}},
               tolerations: [{key: gpu, operator: Exists, effect: NoSchedule}]}}""";

    private static PodSurvey survey(String... objects) {
        return PodSurvey.of(ClusterFixture.view(objects));
    }

    private static List<String> titles(List<PodOwner> owners) {
        return owners.stream().map(PodOwner::title).toList();
    }

    private static String pending(String name, String spec) {
        return pod(name, "", spec).replace("Running", "Pending");
    }

    @Test
    void aPodThatNamesThePoolAndDoesNotRequireItMayStray() {
        List<OpenPool> open = survey(GPU, GENERAL, pod("a", "gpu", TOLERATES)).open();

        assertThat(open).hasSize(1);
        assertThat(titles(open.get(0).strays())).containsExactly("pod/a");
        assertThat(open.get(0).outsiders()).isEmpty();
        assertThat(survey(GPU, GENERAL, pod("a", "gpu", TOLERATES + ", nodeSelector: {pool: gpu}"))
                        .open())
                .isEmpty();
    }

    @Test
    void aPodThatToleratesEveryTaintIsAnOutsiderUnlessItIsAnAgent() {
        String agent = pod("agent", "gpu", "apps/v1/DaemonSet/agent", EVERYTHING);

        List<OpenPool> open =
                survey(GPU, GENERAL, agent, pod("a", "general", EVERYTHING)).open();

        assertThat(open).hasSize(1);
        assertThat(titles(open.get(0).outsiders())).containsExactly("pod/a");
    }

    @Test
    void aPoolOfAPolicyBelongsToThePodsThatItMatches() {
        String namespace = "{apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {team: %s}}}";
        String pod = pod("a", "gpu", TOLERATES + ", nodeSelector: {pool: gpu}");

        assertThat(survey(GPU, GENERAL, POLICY, namespace.formatted("ml"), pod).open())
                .isEmpty();
        List<OpenPool> open =
                survey(GPU, GENERAL, POLICY, namespace.formatted("web"), pod).open();
        assertThat(titles(open.get(0).outsiders())).containsExactly("pod/a");
        assertThat(open.get(0).policies()).containsExactly("gpus");
    }

    @Test
    void aPendingPodGetsTheTolerationAndThePolicyThatWouldLetItIn() {
        PodSurvey survey = survey(GPU, POLICY, pending("waits", "nodeSelector: {pool: gpu}"));

        PendingPod pod = survey.pending().get(0);
        assertThat(pod.taints()).extracting(Taint::toString).containsExactly("gpu=yes:NoSchedule");
        assertThat(pod.hint().tolerations()).extracting(Toleration::toString).containsExactly("gpu=yes:NoSchedule");
        assertThat(pod.hint().policy()).contains("gpus");
        assertThat(pod.hint().mismatch()).isEqualTo("match.namespaceSelector does not select the namespace");
        assertThat(survey(GPU, pending("waits", "nodeSelector: {pool: gpu}"))
                        .pending()
                        .get(0)
                        .hint()
                        .policy())
                .isEmpty();
    }

    private static final String TEAMS = """
            {apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: teams},
             spec: {match: {}, nodes: {selector: {matchLabelsFrom: {dedicated: {namespaceLabel: team}}}, taintKeys: [dedicated]}}}""";
    private static final String ML = node("ml-1", "dedicated: ml", "{key: dedicated, value: ml, effect: NoSchedule}");

    @Test
    void aPoolOfAValueBelongsToThePodsOfNamespacesWithThatValue() {
        String namespace = "{apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {%s}}}";
        String pod = pod("a", "ml-1", EVERYTHING + ", nodeSelector: {dedicated: ml}");

        assertThat(survey(ML, GENERAL, TEAMS, namespace.formatted("team: ml"), pod)
                        .open())
                .isEmpty();
        for (String labels : List.of("team: web", "")) {
            List<OpenPool> open =
                    survey(ML, GENERAL, TEAMS, namespace.formatted(labels), pod).open();
            assertThat(titles(open.get(0).outsiders())).containsExactly("pod/a");
        }
    }

    @Test
    void aPendingPodOfANamespaceWithoutTheLabelIsToldSo() {
        String namespace = "{apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {%s}}}";
        String pod = pending("a", "nodeSelector: {dedicated: ml}");

        List<String> hints = new ArrayList<>();
        for (String labels : List.of("team: ml", "", "team: web")) {
            survey(ML, TEAMS, namespace.formatted(labels), pod)
                    .pending()
                    .forEach(pending -> hints.add(pending.hint().toString()));
        }

        assertThat(hints)
                .containsExactly(
                        "tolerate dedicated=ml:NoSchedule; policy teams gives it to such pods, so recreate the pod",
                        "tolerate dedicated=ml:NoSchedule; policy teams gives it, but namespace shop has no label team",
                        "tolerate dedicated=ml:NoSchedule, if the pod is meant for these nodes, by a TolerationPolicy with"
                                + " these tolerations that matches it");
    }

    @Test
    void aPodThatWaitsForSomethingElseIsNotPendingForATaint() {
        assertThat(survey(GPU, GENERAL, pending("a", "containers: []")).pending())
                .isEmpty();
        assertThat(survey(GPU, pending("a", "nodeSelector: {pool: other}")).pending())
                .isEmpty();
        assertThat(survey(GPU, pending("a", "schedulingGates: [{name: later}]")).pending())
                .isEmpty();
    }

    @Test
    void aPodThatWaitsForNodesToComeBackNeedsNoToleration() {
        String cordoned = node("n1", "", "{key: node.kubernetes.io/unschedulable, effect: NoSchedule}");

        assertThat(survey(cordoned, pending("a", "containers: []"))
                        .pending()
                        .get(0)
                        .hint()
                        .tolerations())
                .isEmpty();
    }

    @Test
    void podsWithEqualFactsAreLookedAtOnce() {
        List<String> objects = new ArrayList<>(List.of(GPU));
        for (int i = 0; i < 500; i++) {
            objects.add(pod("a" + i, "gpu", "apps/v1/ReplicaSet/web-" + i % 5, TOLERATES));
        }

        ClusterView view = ClusterFixture.view(objects.toArray(String[]::new));

        List<Shape> shapes =
                Shape.of(ClusterPod.unfinished(view.clusterObjects(), new ArrayList<>()), view.controlPlane());

        assertThat(shapes)
                .extracting(shape -> shape.owner().title())
                .doesNotHaveDuplicates()
                .hasSize(5);
    }

    @Test
    void moreThanTenPendingPodsAreCounted() {
        List<String> objects = new ArrayList<>(List.of(GPU));
        for (int i = 0; i < 12; i++) {
            objects.add(pending("a" + i, "nodeSelector: {pool: gpu}"));
        }

        CheckResult finding = DoctorFixture.finding(
                "pending-for-taint", ClusterFixture.clusterObjects(objects.toArray(String[]::new)));

        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.sentence()).isEqualTo("12 pods are Pending for a taint");
        assertThat(finding.details()).hasSize(11).last().isEqualTo("and 2 more");
        assertThat(finding.details().get(0))
                .isEqualTo("shop/a0: gpu=yes:NoSchedule on gpu: tolerate gpu=yes:NoSchedule, if the pod is"
                        + " meant for these nodes, by a TolerationPolicy with these tolerations that matches it");
    }

    @Test
    void outsidersAndStraysAreWarnings() {
        String[] objects = {GPU, GENERAL, pod("a", "general", EVERYTHING), pod("b", "gpu", TOLERATES)};

        CheckResult outsiders = DoctorFixture.finding("outsiders", ClusterFixture.clusterObjects(objects));
        CheckResult strays = DoctorFixture.finding("strays", ClusterFixture.clusterObjects(objects));

        assertThat(outsiders.mark()).isEqualTo(Mark.WARNING);
        assertThat(outsiders.details())
                .containsExactly("gpu (gpu=yes:NoSchedule): shop/pod/a, by tolerating every taint");
        assertThat(strays.mark()).isEqualTo(Mark.WARNING);
        assertThat(strays.details())
                .containsExactly("gpu (gpu=yes:NoSchedule): shop/pod/b, without requiring its nodes");
    }
}

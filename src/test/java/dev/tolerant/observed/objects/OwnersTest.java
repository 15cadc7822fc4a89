package dev.tolerant.observed.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.review.PodReader;
import dev.tolerant.observed.objects.Owners.ClusterPod;
import dev.tolerant.observed.objects.Owners.PodOwner;
import dev.tolerant.testing.ClusterFixture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who makes pods again, and who has the template of the next one. */
class OwnersTest {
    private static final String POD = ClusterFixture.pod("a", "n1", "apps/v1/ReplicaSet/web-abc", "containers: []");
    private static final String DEPLOYMENT = ClusterFixture.workload("apps/v1", "Deployment", "web", "containers: []");

    private static String replicaSet(String owner) {
        return "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web-abc, namespace: shop, ownerReferences: [{"
                + owner + ", uid: u, controller: true}]}, spec: {template: {spec: {containers: []}}}}";
    }

    private static PodOwner owner(String... objects) {
        List<ClusterPod> pods = ClusterPod.unfinished(ClusterFixture.clusterObjects(objects), new ArrayList<>());
        assertThat(pods).hasSize(1);
        return pods.get(0).owner();
    }

    private static PodOwner maker(String... objects) throws IOException, UnexpectedJsonException {
        ClusterObjects clusterObjects = ClusterFixture.clusterObjects(objects);
        ClusterObject pod = clusterObjects.all(ObjectKind.POD).get(0);
        return new Owners(clusterObjects).makerOf(pod, PodReader.stored(pod.json()));
    }

    /** A controller that another one controls, and its pod. */
    private static String[] chain(String apiVersion, String kind, String outer) {
        String[] parts = outer.split(" ");
        String controller = ClusterFixture.workload(apiVersion, kind, "web-1", "containers: []")
                .replace(
                        "namespace: shop}",
                        "namespace: shop, ownerReferences: [{apiVersion: " + parts[0] + ", kind: " + parts[1]
                                + ", name: web, uid: u, controller: true}]}");
        return new String[] {
            ClusterFixture.pod("a", "n1", apiVersion + "/" + kind + "/web-1", "containers: []"),
            controller,
            DEPLOYMENT,
            ClusterFixture.workload("batch/v1", "CronJob", "web", "containers: []")
        };
    }

    @Test
    void ofTwoControllersTheFirstCountsForThePodAsForItsController() throws Exception {
        String two = "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: shop, ownerReferences: ["
                + "{apiVersion: apps/v1, kind: ReplicaSet, name: one, uid: u}, "
                + "{apiVersion: apps/v1, kind: StatefulSet, name: two, uid: v, controller: true}, "
                + "{apiVersion: batch/v1, kind: Job, name: three, uid: w, controller: true}]}, spec: {containers: []}}";
        ClusterObject pod =
                ClusterFixture.clusterObjects(two).all(ObjectKind.POD).get(0);

        assertThat(PodReader.stored(pod.json()).owner().name()).isEqualTo("two");
        assertThat(Owners.controllerIn(pod.manifest().object()))
                .hasValueSatisfying(owner -> assertThat(owner.name()).isEqualTo("two"));
    }

    @ParameterizedTest
    @CsvSource({
        "apps/v1, ReplicaSet, apps/v1 Deployment, deployment/web, deployment/web",
        "apps/v1, ReplicaSet, apps/v1beta2 Deployment, deployment/web, deployment/web",
        "apps/v1, ReplicaSet, argoproj.io/v1alpha1 Rollout, rollout/web, replicaset/web-1",
        "v1, ReplicationController, apps.openshift.io/v1 DeploymentConfig, deploymentconfig/web, replicationcontroller/web-1",
        "batch/v1, Job, batch/v1 CronJob, job/web-1, cronjob/web",
        "batch/v1, Job, jobset.x-k8s.io/v1 JobSet, job/web-1, job/web-1",
        "apps/v1, StatefulSet, monitoring.coreos.com/v1 Prometheus, statefulset/web-1, statefulset/web-1",
        "apps/v1, DaemonSet, operator.tigera.io/v1 Installation, daemonset/web-1, daemonset/web-1",
    })
    void whoMakesAPodAgainAndWhoHasTheTemplateOfTheNext(
            String apiVersion, String kind, String outer, String remaker, String maker) throws Exception {
        String[] objects = chain(apiVersion, kind, outer);
        assertThat(owner(objects).title()).isEqualTo(remaker);
        assertThat(maker(objects).title()).isEqualTo(maker);
        assertThat(maker(objects).template()).isNotNull();
    }

    @Test
    void aPodNamesItsControllerInAnyVersionOfItsApi() throws Exception {
        String earlier = POD.replace("apps/v1", "apps/v1beta2");
        String replicaSet = replicaSet("apiVersion: apps/v1beta1, kind: Deployment, name: web");
        assertThat(owner(earlier, DEPLOYMENT, replicaSet).title()).isEqualTo("deployment/web");
        assertThat(maker(earlier, DEPLOYMENT, replicaSet).title()).isEqualTo("deployment/web");
    }

    @Test
    void theNodeOfAStaticPodMakesItAgainAndNobodyElseHasItsTemplate() throws Exception {
        String mirror = ClusterFixture.pod("etcd-n1", "n1", "v1/Node/n1", "containers: []")
                .replace("namespace: shop,", "namespace: shop, annotations: {kubernetes.io/config.mirror: x},");
        assertThat(owner(mirror).title()).isEqualTo("node/n1");
        assertThat(maker(mirror).title()).isEqualTo("pod/etcd-n1");
    }

    @Test
    void aPodOfAReplicaSetBelongsToItsDeployment() {
        PodOwner owner = owner(POD, DEPLOYMENT, replicaSet("apiVersion: apps/v1, kind: Deployment, name: web"));
        assertThat(owner.title()).isEqualTo("deployment/web");
        assertThat(owner.template()).isEqualTo(owner.object());
    }

    @Test
    void theDeploymentOfAReplicaSetThatIsNotKnownIsFoundByItsName() throws Exception {
        String labelled = POD.replace("namespace: shop,", "namespace: shop, labels: {pod-template-hash: abc},");
        assertThat(owner(labelled, DEPLOYMENT).title()).isEqualTo("deployment/web");
        assertThat(owner(POD, DEPLOYMENT).title()).isEqualTo("replicaset/web-abc");
        assertThat(maker(labelled, DEPLOYMENT).title()).isEqualTo("deployment/web");
        assertThat(maker(POD, DEPLOYMENT)).isEqualTo(new PodOwner("ReplicaSet", "shop", "web-abc", null, null));
    }

    @Test
    void aPodOfAForeignControllerIsMadeFromTheTemplateThatIsKnown() {
        PodOwner owner = owner(POD, replicaSet("apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: web"));
        assertThat(owner.title()).isEqualTo("rollout/web");
        assertThat(owner.object()).isNull();
        assertThat(owner.template()).isNotNull();
    }

    @Test
    void aJobOfACronJobMakesItsPodItself() {
        String job = replicaSet("apiVersion: batch/v1, kind: CronJob, name: nightly")
                .replace("apps/v1, kind: ReplicaSet", "batch/v1, kind: Job");
        String pod = POD.replace("apps/v1, kind: ReplicaSet", "batch/v1, kind: Job");
        assertThat(owner(pod, job).title()).isEqualTo("job/web-abc");
    }

    @Test
    void aPodWithoutAControllerBelongsToItself() {
        PodOwner owner = owner(ClusterFixture.pod("bare", "n1", "containers: []"));
        assertThat(owner.isPod()).isTrue();
        assertThat(owner.template()).isNull();
    }

    @Test
    void finishedPodsAreLeftOutAndUnreadableOnesAreReported() {
        List<ManifestProblem> problems = new ArrayList<>();
        String finished = ClusterFixture.pod("done", "n1", "containers: []").replace("Running", "Succeeded");
        String broken = ClusterFixture.pod("broken", "n1", "tolerations: 7");

        assertThat(ClusterPod.unfinished(ClusterFixture.clusterObjects(finished, broken), problems))
                .isEmpty();
        assertThat(problems)
                .singleElement()
                .asString()
                .contains("Pod shop/broken")
                .contains("tolerations");
    }
}

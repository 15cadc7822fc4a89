package dev.tolerant.observed.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.manifest.Problem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What pods belong to. */
class OwnersTest {
    private static final String POD = ClusterFixture.pod("a", "n1", "apps/v1/ReplicaSet/web-abc", "containers: []");
    private static final String DEPLOYMENT = ClusterFixture.workload("apps/v1", "Deployment", "web", "containers: []");

    private static String replicaSet(String owner) {
        return "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web-abc, namespace: shop, ownerReferences: [{"
                + owner + ", uid: u, controller: true}]}, spec: {template: {spec: {containers: []}}}}";
    }

    private static PodOwner owner(String... objects) {
        List<ClusterPod> pods = ClusterPod.unfinished(ClusterFixture.facts(objects), new ArrayList<>());
        assertThat(pods).hasSize(1);
        return pods.get(0).owner();
    }

    @Test
    void aPodOfAReplicaSetBelongsToItsDeployment() {
        PodOwner owner = owner(POD, DEPLOYMENT, replicaSet("apiVersion: apps/v1, kind: Deployment, name: web"));
        assertThat(owner.title()).isEqualTo("deployment/web");
        assertThat(owner.template()).isEqualTo(owner.object());
    }

    @Test
    void theDeploymentOfAReplicaSetThatIsNotKnownIsFoundByItsName() {
        String labelled = POD.replace("namespace: shop,", "namespace: shop, labels: {pod-template-hash: abc},");
        assertThat(owner(labelled, DEPLOYMENT).title()).isEqualTo("deployment/web");
        assertThat(owner(POD, DEPLOYMENT).title()).isEqualTo("replicaset/web-abc");
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
        // Given
        List<Problem> problems = new ArrayList<>();
        String finished = ClusterFixture.pod("done", "n1", "containers: []").replace("Running", "Succeeded");
        String broken = ClusterFixture.pod("broken", "n1", "tolerations: 7");

        // Then
        assertThat(ClusterPod.unfinished(ClusterFixture.facts(finished, broken), problems))
                .isEmpty();
        assertThat(problems)
                .singleElement()
                .asString()
                .contains("Pod shop/broken")
                .contains("tolerations");
    }
}

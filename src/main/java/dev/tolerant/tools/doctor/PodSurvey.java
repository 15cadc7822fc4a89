package dev.tolerant.tools.doctor;

import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.policy.Pool.PoolTaints;
import dev.tolerant.engine.words.ControlPlane;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeAffinity.Depth;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Placement;
import dev.tolerant.observed.explain.Placement.Places;
import dev.tolerant.observed.objects.Owners.ClusterPod;
import dev.tolerant.observed.objects.Owners.PodOwner;
import dev.tolerant.observed.stored.Judgement;
import dev.tolerant.observed.stored.StoredPodJudge;
import dev.tolerant.tools.doctor.PendingPods.PendingPod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Compares the taints of a cluster's nodes with the tolerations of its pods.
 *
 * @param problems for pods that cannot be read, and so are left out
 * @param unfinished pods, in the order of the API
 * @param policies in force
 */
record PodSurvey(
        ClusterView view,
        List<ManifestProblem> problems,
        List<ClusterPod> unfinished,
        List<Policy> policies,
        List<PendingPod> pending,
        List<OpenPool> open) {

    /** All at once, because checks run at the same time, and places remember what they were asked. */
    static PodSurvey of(ClusterView view) {
        List<ManifestProblem> problems = new ArrayList<>();
        List<ClusterPod> pods = ClusterPod.unfinished(view.clusterObjects(), problems);
        List<Policy> policies = view.snapshot().policies().policies().stream()
                .filter(policy -> policy.mode() == Mode.ENFORCE)
                .toList();
        return new PodSurvey(
                view,
                List.copyOf(problems),
                pods,
                policies,
                new PendingPods(view, new Places(view.nodes().values()), policies).waiting(pods),
                OpenPool.in(view, pods, policies));
    }

    /**
     * Nodes that are set apart by the same taints.
     *
     * @param policies that let pods onto them; empty where pods only say so themselves
     * @param outsiders those whose pods tolerate the taints although the pool is not theirs
     * @param strays the pool's own, whose pods do not require its nodes and may go to others
     */
    record OpenPool(
            List<Taint> taints,
            List<String> nodes,
            List<String> policies,
            List<PodOwner> outsiders,
            List<PodOwner> strays) {
        private static final Comparator<PodOwner> BY_NAME =
                Comparator.comparing(PodOwner::namespace).thenComparing(PodOwner::title);

        static List<OpenPool> in(ClusterView view, List<ClusterPod> pods, List<Policy> policies) {
            Map<List<Taint>, Places> pools = pools(view.nodes().values());
            List<Shape> shapes = Shape.of(pods, view.controlPlane());
            List<OpenPool> list = new ArrayList<>();
            pools.forEach((taints, nodes) -> {
                if (taints.isEmpty()) {
                    return;
                }
                List<Policy> own = policies.stream()
                        .filter(policy -> taints.stream().anyMatch(taint -> policy.gives(taint)))
                        .toList();
                List<Shape> outsiders = new ArrayList<>();
                List<Shape> strays = new ArrayList<>();
                for (Shape shape : shapes) {
                    boolean enters = !shape.agent() && isOpen(nodes, shape);
                    if (enters && !isOwn(shape, view.namespace(shape.owner().namespace()), own, taints)) {
                        outsiders.add(shape);
                    } else if (enters && mayLeave(shape, taints, pools)) {
                        strays.add(shape);
                    }
                }
                if (!outsiders.isEmpty() || !strays.isEmpty()) {
                    list.add(new OpenPool(
                            taints,
                            nodes.names(),
                            own.stream().map(Policy::name).toList(),
                            owners(outsiders),
                            owners(strays)));
                }
            });
            return list;
        }

        /** A pool belongs to the pods that policies let onto it, or without such policies to all that name one of its taints. */
        private static boolean isOwn(Shape shape, NamespaceFacts namespace, List<Policy> own, List<Taint> taints) {
            return own.isEmpty()
                    ? taints.stream().anyMatch(shape::names)
                    : own.stream()
                            .anyMatch(policy -> policy.mismatch(shape.pod(), namespace) == null
                                    && taints.stream().anyMatch(taint -> policy.gives(taint, namespace)));
        }

        private static boolean mayLeave(Shape shape, List<Taint> pool, Map<List<Taint>, Places> pools) {
            return pools.entrySet().stream()
                    .anyMatch(other -> !other.getKey().equals(pool) && isOpen(other.getValue(), shape));
        }

        private static boolean isOpen(Places pool, Shape shape) {
            return !pool.open(shape.placement()).isEmpty();
        }

        private static Map<List<Taint>, Places> pools(Collection<Node> nodes) {
            return nodes.stream()
                    .sorted(Comparator.comparing(Node::name))
                    .map(OpenPool::lasting)
                    .collect(Collectors.groupingBy(
                            Node::taints,
                            LinkedHashMap::new,
                            Collectors.collectingAndThen(Collectors.toList(), Places::new)));
        }

        private static Node lasting(Node node) {
            List<Taint> taints = node.taints().stream()
                    .filter(Pool::isLasting)
                    .sorted(PoolTaints.ORDER)
                    .toList();
            return new Node(node.name(), node.labels(), taints);
        }

        private static List<PodOwner> owners(Collection<Shape> shapes) {
            return shapes.stream().map(Shape::owner).distinct().sorted(BY_NAME).toList();
        }
    }

    /** In the order of the API. */
    List<String> wouldChange() {
        StoredPodJudge judge = view.storedPodJudge();
        return unfinished.stream()
                .map(ClusterPod::stored)
                .filter(pod -> judge.judge(pod, view.namespace(pod.namespace())) instanceof Judgement.Change)
                .map(pod -> pod.namespace() + "/" + pod.name())
                .toList();
    }

    /** Pods with the node affinity of a policy and without its tolerations, a line each, in the order of the API. */
    List<String> halved() {
        List<String> lines = new ArrayList<>();
        for (ClusterPod pod : unfinished) {
            PodFacts facts = pod.stored().pod();
            NamespaceFacts namespace = view.namespace(pod.object().namespace());
            policies.stream()
                    .filter(policy -> facts.nodeAffinity().depth() == Depth.REQUIRED)
                    .filter(policy -> policy.mismatch(facts, namespace) == null)
                    .map(policy -> policy.in(namespace))
                    .filter(policy -> !policy.requiredNodeAffinity().isEmpty()
                            && policy.requiredNodeAffinity().stream().allMatch(facts.nodeAffinity()::requires))
                    .flatMap(policy -> policy.tolerations().stream()
                            .filter(given -> facts.tolerations().stream().noneMatch(own -> own.covers(given)))
                            .map(given -> pod.title() + " lacks " + given + " of policy " + policy.name()))
                    .findFirst()
                    .ifPresent(lines::add);
        }
        return lines;
    }

    /** Pods that are alike are asked about once; an {@code agent} is of a DaemonSet or static, and meant for all nodes. */
    record Shape(PodOwner owner, Placement placement, boolean agent, PodFacts pod) {

        /** In the order of the first pod of each. */
        static List<Shape> of(List<ClusterPod> pods, ControlPlane controlPlane) {
            Map<List<Object>, Shape> alike = new LinkedHashMap<>();
            for (ClusterPod pod : pods) {
                PodFacts facts = pod.stored().pod();
                Placement placement = Placement.of(facts, controlPlane);
                boolean agent = facts.isDaemonSetPod() || facts.mirror();
                alike.putIfAbsent(
                        List.of(pod.owner(), placement, agent), new Shape(pod.owner(), placement, agent, facts));
            }
            return List.copyOf(alike.values());
        }

        /** True if a toleration of theirs names the taint's key. */
        boolean names(Taint taint) {
            return placement.rules().pod().stream().anyMatch(own -> !own.key().isEmpty() && own.tolerates(taint));
        }
    }
}

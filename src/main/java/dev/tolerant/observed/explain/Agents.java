package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.policy.KnownPool;
import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.objects.Owners.ClusterPod;
import dev.tolerant.text.Report;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The DaemonSets of a cluster, and which of the nodes that they select taints close to them. Taints that come and go, cordons and the
 * taint of the control plane's nodes close nothing, unless a DaemonSet tolerates another one of the node: it is meant to be there.
 * Nodes that run no pods of DaemonSets are left out.
 *
 * @param all in the order of the API
 */
public record Agents(List<Agent> all) {
    private static final int FEW = 3;
    /** Kubelets find the sockets of CSI drivers below it, each in a folder of the driver's name. */
    private static final String CSI_SOCKETS = "/plugins/";

    private static final Set<String> CONTROL_PLANE =
            Set.of("node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master");
    /** Labels and keys of taints of Fargate's nodes and virtual kubelets', where pods of DaemonSets stay Pending. */
    private static final Map<String, String> ELSEWHERE =
            Map.of("eks.amazonaws.com/compute-type", "fargate", "type", "virtual-kubelet");

    private static final String VIRTUAL = "virtual-kubelet.io/provider";
    private static final Comparator<Agent> WORST_FIRST = Comparator.comparing(
                    (Agent agent) -> agent.left().size())
            .thenComparing(agent -> agent.closedNodes().size())
            .reversed()
            .thenComparing(Agent::title);

    /**
     * @param vital true where its nodes need it: it is critical for nodes, in kube-system, or of a CSI driver
     * @param selected the number of nodes that its template selects
     * @param closed empty if it reaches all
     * @param passing nodes with taints that close nothing for good
     * @param elsewhere the names of other nodes that it selects, which run no pods of DaemonSets
     */
    public record Agent(
            Manifest daemonSet,
            boolean vital,
            int selected,
            List<Closed> closed,
            List<Closed> passing,
            List<String> elsewhere) {

        /** {@code namespace/name}. */
        public String title() {
            return daemonSet.namespace() + "/" + daemonSet.name();
        }

        public boolean reachesAll() {
            return closed.isEmpty();
        }

        public Set<String> closedNodes() {
            return closed.stream()
                    .flatMap(each -> each.nodes().stream())
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        /** The closed nodes, and what will make such nodes. */
        Set<String> unreached() {
            return closed.stream()
                    .flatMap(each -> Stream.concat(each.nodes().stream(), each.expected().stream()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        /** Closed nodes that still run a pod of it, which would not come back. */
        public Set<String> left() {
            return closed.stream().flatMap(each -> each.left().stream()).collect(Collectors.toCollection(TreeSet::new));
        }

        public List<Toleration> missing() {
            return shortest(closed.stream()
                    .flatMap(each -> each.taints().stream())
                    .collect(Collectors.toCollection(LinkedHashSet::new)));
        }

        /** A clause about the nodes that it does not reach. */
        public String sentence() {
            return sentence(closed) + leftOut();
        }

        /** The rest of a sentence about a DaemonSet to which no node is closed for good. */
        public String reach() {
            String reaches = selected == 0 ? "selects no node" : "reaches the nodes that it selects";
            String others =
                    ", but for those with taints that come and go or are the control plane's: " + sentence(passing);
            return reaches + (passing.isEmpty() ? "" : others) + leftOut();
        }

        private String sentence(List<Closed> some) {
            String first = some.stream()
                    .limit(FEW)
                    .map(each -> each.sentence(selected))
                    .collect(Collectors.joining("; "));
            return some.size() <= FEW
                    ? first
                    : first + "; and " + (some.size() - FEW) + " more sets of taints close others";
        }

        private String leftOut() {
            return elsewhere.isEmpty()
                    ? ""
                    : "; left out, because no pods of DaemonSets run there: " + OneLine.first(Closed.NAMES, elsewhere);
        }
    }

    /**
     * Nodes that the same taints close to an agent.
     *
     * @param nodes by name
     * @param left those of them that run a pod of it
     * @param expected pools and NodePools that make such nodes, and have none now
     */
    public record Closed(List<Taint> taints, List<String> nodes, List<String> left, List<String> expected) {
        private static final int NAMES = 4;

        private String sentence(int selected) {
            List<String> parts = new ArrayList<>();
            String by = taints.stream().map(Taint::toString).collect(Collectors.joining(" and "));
            if (!nodes.isEmpty()) {
                parts.add(nodes.size() + " of " + Report.counted(selected, "node") + " closed by " + by + " ("
                        + OneLine.first(NAMES, nodes) + ")");
            }
            if (!left.isEmpty()) {
                parts.add(Report.counted(left.size(), "pod that runs there", "pods that run there")
                        + " would not come back (" + OneLine.first(NAMES, left) + ")");
            }
            if (!expected.isEmpty()) {
                parts.add("the next nodes of " + OneLine.first(NAMES, expected) + " closed by " + by);
            }
            return String.join(", ", parts);
        }
    }

    /**
     * @param pods all that have not finished
     */
    public static Agents of(ClusterView view, Collection<Node> nodes, List<ClusterPod> pods) {
        return of(view, view.clusterObjects().manifests(ObjectKind.DAEMON_SET), nodes, expected(view, nodes), pods);
    }

    public static Agents of(ClusterView view, List<Manifest> daemonSets, Collection<Node> nodes) {
        return of(view, daemonSets, nodes, expected(view, nodes), List.of());
    }

    /** The DaemonSets of the cluster and these nodes of it alone. */
    public static Agents on(Collection<Node> some, ClusterView view, List<ClusterPod> pods) {
        return of(view, view.clusterObjects().manifests(ObjectKind.DAEMON_SET), some, List.of(), pods);
    }

    /** The DaemonSets of the cluster and the nodes to which a policy keeps its pods, with all taints that it reserves. */
    public static Agents at(Policy policy, ClusterView view) {
        List<Taint> reserved = policy.reservedTaints().stream()
                .filter(taint -> taint.value() != null && taint.effect() != Effect.ANY)
                .map(taint -> new Taint(taint.key(), Objects.requireNonNull(taint.value()), taint.effect()))
                .toList();
        List<Node> nodes = view.nodes().values().stream()
                .filter(policy::keepsTo)
                .map(node -> withTaints(node, reserved))
                .toList();
        List<Node> expected = nodes.isEmpty()
                ? expected(view, view.nodes().values()).stream()
                        .filter(node -> node.name().equals(ofPolicy(policy)))
                        .map(node -> withTaints(node, reserved))
                        .toList()
                : List.of();
        return of(view, view.clusterObjects().manifests(ObjectKind.DAEMON_SET), nodes, expected, List.of());
    }

    private static Node withTaints(Node node, List<Taint> more) {
        Set<Taint> taints = new LinkedHashSet<>(node.taints());
        taints.addAll(more);
        return new Node(node.name(), node.labels(), List.copyOf(taints));
    }

    private static String ofPolicy(Policy policy) {
        return "TolerationPolicy " + policy.name();
    }

    private static Agents of(
            ClusterView view,
            List<Manifest> daemonSets,
            Collection<Node> nodes,
            List<Node> expected,
            List<ClusterPod> pods) {
        Set<Taint> startup = view.nodePools().stream()
                .flatMap(each -> each.startupTaints().stream())
                .collect(Collectors.toSet());
        Map<String, Set<String>> running = running(pods);
        Set<String> drivers = drivers(view);
        List<Agent> agents = new ArrayList<>();
        List<Node> elsewhere = nodes.stream().filter(Agents::isElsewhere).toList();
        List<Node> taking = nodes.stream().filter(node -> !isElsewhere(node)).toList();
        for (Manifest each : daemonSets) {
            Set<String> own = running.getOrDefault(each.namespace() + "/" + each.name(), Set.of());
            search(view, each, startup)
                    .map(search -> new Agent(
                            each,
                            isVital(each, drivers),
                            search.selected(taking).size(),
                            search.closed(search::closing, taking, expected, own),
                            search.closed(search::passing, taking, List.of(), own),
                            search.selected(elsewhere).stream().map(Node::name).toList()))
                    .ifPresent(agents::add);
        }
        return new Agents(List.copyOf(agents));
    }

    /** First the ones whose pods would not come back. */
    public List<Agent> unreaching() {
        return all.stream()
                .filter(agent -> !agent.reachesAll())
                .sorted(WORST_FIRST)
                .toList();
    }

    /** The DaemonSets that reach fewer of these nodes than then, by title. */
    public List<Agent> losing(Agents then) {
        Map<String, Set<String>> before = new HashMap<>();
        then.all.forEach(agent -> before.put(agent.title(), agent.unreached()));
        return unreaching().stream()
                .filter(agent -> !before.getOrDefault(agent.title(), Set.of()).containsAll(agent.unreached()))
                .toList();
    }

    private static Map<String, Set<String>> running(List<ClusterPod> pods) {
        return pods.stream()
                .filter(pod -> pod.owner().isDaemonSet() && !pod.stored().node().isEmpty())
                .collect(Collectors.groupingBy(
                        pod -> pod.owner().namespace() + "/" + pod.owner().name(),
                        Collectors.mapping(pod -> pod.stored().node(), Collectors.toSet())));
    }

    /** Empty for a DaemonSet that the API server would not accept. */
    private static Optional<Search> search(ClusterView view, Manifest daemonSet, Set<Taint> startup) {
        try {
            List<Toleration> written = PodTemplate.of(daemonSet).tolerations();
            return Optional.of(new Search(view.explain(daemonSet).placement(), written, startup));
        } catch (InvalidManifestException unreadable) {
            return Optional.empty();
        }
    }

    private static boolean isElsewhere(Node node) {
        return node.labels().containsKey(VIRTUAL)
                || node.taints().stream()
                        .anyMatch(taint ->
                                taint.key().equals(VIRTUAL) || taint.value().equals(ELSEWHERE.get(taint.key())))
                || ELSEWHERE.entrySet().stream()
                        .anyMatch(label -> label.getValue().equals(node.labels().get(label.getKey())));
    }

    /**
     * @param written the tolerations of the DaemonSet's author
     */
    private record Search(Placement placement, List<Toleration> written, Set<Taint> startup) {

        List<Node> selected(Collection<Node> nodes) {
            return nodes.stream()
                    .filter(placement.demands()::admit)
                    .sorted(Comparator.comparing(Node::name))
                    .toList();
        }

        List<Closed> closed(
                UnaryOperator<List<Taint>> closing, Collection<Node> nodes, List<Node> expected, Set<String> running) {
            Map<List<Taint>, List<Taint>> known = new HashMap<>();
            Map<List<Taint>, List<Node>> byTaints = Stream.of(nodes, expected)
                    .flatMap(each -> selected(each).stream())
                    .collect(Collectors.groupingBy(
                            node -> known.computeIfAbsent(node.taints(), closing),
                            LinkedHashMap::new,
                            Collectors.toList()));
            byTaints.remove(List.of());
            return byTaints.entrySet().stream()
                    .map(each -> {
                        List<String> names = names(each.getValue(), node -> !expected.contains(node));
                        return new Closed(
                                each.getKey(),
                                names,
                                names.stream().filter(running::contains).toList(),
                                names(each.getValue(), expected::contains));
                    })
                    .toList();
        }

        private static List<String> names(List<Node> nodes, Predicate<Node> some) {
            return nodes.stream().filter(some).map(Node::name).toList();
        }

        private List<Taint> closing(List<Taint> taints) {
            return placement.untolerated(taints).stream()
                    .filter(taint -> !startup.contains(taint) && (isLasting(taint) || isMeantFor(taint, taints)))
                    .toList();
        }

        private List<Taint> passing(List<Taint> taints) {
            List<Taint> closing = closing(taints);
            return closing.isEmpty() ? placement.untolerated(taints) : List.of();
        }

        private static boolean isLasting(Taint taint) {
            return Pool.isLasting(taint) && !CONTROL_PLANE.contains(taint.key());
        }

        /** True where its author tolerates the old or the new name of the taint, or another mark of the condition of its node. */
        private boolean isMeantFor(Taint taint, List<Taint> ofNode) {
            List<Taint> alike = CONTROL_PLANE.contains(taint.key())
                    ? CONTROL_PLANE.stream()
                            .map(key -> new Taint(key, taint.value(), taint.effect()))
                            .toList()
                    : ofNode.stream()
                            .filter(other -> NodeTaints.isPassing(other.key()))
                            .toList();
            return alike.stream().anyMatch(other -> Toleration.firstOf(written, other) >= 0);
        }
    }

    /** The nodes that pools and NodePools without nodes will have, each as a node of its name. */
    private static List<Node> expected(ClusterView view, Collection<Node> nodes) {
        List<Node> expected = new ArrayList<>();
        for (Policy policy : view.snapshot().policies().policies()) {
            KnownPool known = policy.known();
            Pool pool = policy.pool();
            if (known != null
                    && pool != null
                    && known.gives() != null
                    && nodes.stream().noneMatch(pool::selects)) {
                expected.add(new Node(
                        ofPolicy(policy),
                        labels(pool.selector().matchLabels(), pool.selector().matchExpressions()),
                        known.gives().all()));
            }
        }
        for (NodePool nodePool : view.nodePools()) {
            boolean hasNodes = nodes.stream()
                    .anyMatch(node -> nodePool.name().equals(node.labels().get(NodePool.NAME_LABEL)));
            if (!hasNodes) {
                Map<String, String> labels = new HashMap<>(labels(nodePool.labels(), nodePool.requirements()));
                labels.put(NodePool.NAME_LABEL, nodePool.name());
                expected.add(new Node("NodePool " + nodePool.name(), labels, nodePool.taints()));
            }
        }
        return expected;
    }

    private static Map<String, String> labels(Map<String, String> set, Collection<Requirement> requirements) {
        Map<String, String> labels = new HashMap<>();
        labels.put("kubernetes.io/os", "linux");
        requirements.stream().forEach(each -> each.single().ifPresent(value -> labels.put(each.key(), value)));
        labels.putAll(set);
        return labels;
    }

    private static boolean isVital(Manifest daemonSet, Set<String> drivers) {
        JsonNode spec = daemonSet.object().at("/spec/template/spec");
        return daemonSet.namespace().equals("kube-system")
                || spec.path("priorityClassName").asText().equals("system-node-critical")
                || isOfDriver(spec, drivers);
    }

    /** True where its containers, or the folders of the node that they see, name a CSI driver. */
    static boolean isOfDriver(JsonNode podSpec, Set<String> drivers) {
        Stream<String> texts =
                Stream.of(podSpec.path("containers"), podSpec.path("volumes")).map(JsonNode::toString);
        return texts.anyMatch(text -> drivers.stream().anyMatch(text::contains));
    }

    private static Set<String> drivers(ClusterView view) {
        Set<String> drivers = new HashSet<>(Set.of("kubelet" + CSI_SOCKETS));
        view.clusterObjects().manifests(ObjectKind.CSI_DRIVER).forEach(driver -> drivers.add(driver.name()));
        view.clusterObjects()
                .manifests(ObjectKind.CSI_NODE)
                .forEach(node -> node.object()
                        .at("/spec/drivers")
                        .forEach(driver -> drivers.add(driver.path("name").asText())));
        drivers.remove("");
        return drivers;
    }

    /**
     * A clause that says that a pod waits on its node for a volume, as far as what leads there was read: claim, volume, CSI driver,
     * and the DaemonSet that mounts it, which cannot run there.
     */
    public static Optional<String> awaited(ClusterView view, Manifest pod) {
        JsonNode object = pod.object();
        Node node = view.nodes().get(object.at("/spec/nodeName").asText());
        if (node == null || !object.at("/status/phase").asText().equals("Pending")) {
            return Optional.empty();
        }
        List<Agent> closed = on(List.of(node), view, List.of()).unreaching();
        for (JsonNode volume : object.at("/spec/volumes")) {
            String claim = volume.at("/persistentVolumeClaim/claimName").asText();
            String driver = driver(view, pod.namespace(), claim);
            Optional<Agent> agent = closed.stream()
                    .filter(each -> !driver.isEmpty()
                            && isOfDriver(each.daemonSet().object().at("/spec/template/spec"), Set.of(driver)))
                    .findFirst();
            if (agent.isPresent()) {
                return Optional.of("PersistentVolumeClaim " + claim + " is of driver " + driver + ", whose DaemonSet "
                        + agent.get().title() + " cannot run on its node: "
                        + agent.get().sentence());
            }
        }
        return Optional.empty();
    }

    /** Empty if it is not known. */
    private static String driver(ClusterView view, String namespace, String claim) {
        return view.volumes()
                .boundTo(namespace, claim)
                .map(volume -> volume.at("/spec/csi/driver").asText())
                .orElse("");
    }

    /** A toleration for each key: of the taint itself, or of all its values or effects where there are several. */
    static List<Toleration> shortest(Collection<Taint> taints) {
        Map<String, List<Taint>> byKey =
                taints.stream().collect(Collectors.groupingBy(Taint::key, TreeMap::new, Collectors.toList()));
        return byKey.values().stream()
                .map(same -> {
                    Taint first = same.get(0);
                    boolean oneEffect = same.stream().allMatch(each -> each.effect() == first.effect());
                    boolean oneValue = same.stream().allMatch(each -> Objects.equals(each.value(), first.value()));
                    Effect effect = oneEffect ? first.effect() : Effect.ANY;
                    return oneValue
                            ? Toleration.exactly(new Taint(first.key(), first.value(), effect))
                            : Toleration.exists(first.key(), effect);
                })
                .toList();
    }
}

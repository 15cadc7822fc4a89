package dev.tolerant.tools.coverage;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicyMode;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.observed.explain.PodTemplate;
import dev.tolerant.observed.facts.ClusterView;
import dev.tolerant.observed.facts.Fact;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.observed.owners.ClusterPod;
import dev.tolerant.observed.owners.PodOwner;
import dev.tolerant.observed.placement.Places;
import dev.tolerant.tools.coverage.Coverage.IdleToleration;
import dev.tolerant.tools.coverage.Coverage.OpenPool;
import dev.tolerant.tools.coverage.Coverage.UntoleratedTaint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Compares the taints of a cluster with the tolerations of its pods, templates and policies. */
public final class Survey {
    private static final List<FactKind> TEMPLATES =
            List.of(FactKind.DEPLOYMENT, FactKind.STATEFUL_SET, FactKind.DAEMON_SET, FactKind.JOB, FactKind.CRON_JOB);
    private static final Comparator<PodOwner> BY_NAME =
            Comparator.comparing(PodOwner::namespace).thenComparing(PodOwner::title);

    private final ClusterView view;
    private final List<Problem> problems = new ArrayList<>();
    private final List<ClusterPod> pods;
    private final List<Shape> shapes;
    private final Set<Toleration> ofTemplates = new LinkedHashSet<>();
    private final List<Policy> policies;
    /** The nodes that have the same taints but for those that come and go. */
    private final Map<List<Taint>, Places> pools;

    /** @param concerns whether the reader asks about the pods of a namespace */
    public Survey(ClusterView view, Predicate<String> concerns) {
        this.view = view;
        this.problems.addAll(view.problems());
        this.pods = ClusterPod.unfinished(view.facts(), problems).stream()
                .filter(pod -> concerns.test(pod.fact().namespace()))
                .toList();
        this.shapes = Shape.of(pods, view.controlPlane());
        this.policies = view.snapshot().policies().policies().stream()
                .filter(policy -> policy.mode() == PolicyMode.ENFORCE || policy.mode() == PolicyMode.WARN)
                .toList();
        this.pools = pools(view.nodes().values());
        TEMPLATES.forEach(kind -> view.facts().all(kind).stream()
                .filter(fact -> concerns.test(fact.namespace()))
                .forEach(this::readTemplate));
    }

    private void readTemplate(Fact fact) {
        try {
            ofTemplates.addAll(PodTemplate.of(fact.manifest()).tolerations());
        } catch (InvalidManifestException invalid) {
            problems.add(Problem.of(
                    fact.namespace() + "/" + fact.title(),
                    "cannot be read: " + invalid.problem().what()));
        }
    }

    private static Map<List<Taint>, Places> pools(Collection<Node> nodes) {
        return nodes.stream()
                .sorted(Comparator.comparing(Node::name))
                .map(Survey::lasting)
                .collect(Collectors.groupingBy(
                        Node::taints,
                        LinkedHashMap::new,
                        Collectors.collectingAndThen(Collectors.toList(), Places::new)));
    }

    private static Node lasting(Node node) {
        List<Taint> taints = node.taints().stream()
                .filter(Pool::isLasting)
                .sorted(Pool.ORDER)
                .toList();
        return new Node(node.name(), node.labels(), taints);
    }

    /** What taints and tolerations meet. */
    public Coverage coverage() {
        List<String> notes = new ArrayList<>(view.facts().notes());
        view.facts()
                .unknown(FactKind.POLICY)
                .ifPresent(why -> notes.add("Policies are not known (" + why + "), so none of them counts here."));
        problems.forEach(problem -> notes.add(problem.what() + "."));
        return new Coverage(
                view.facts(),
                untolerated(),
                idle(),
                open(),
                new Queue(view, new Places(view.nodes().values()), policies).waiting(pods),
                List.copyOf(notes));
    }

    private List<UntoleratedTaint> untolerated() {
        Map<Taint, List<String>> nodes = new TreeMap<>(Pool.ORDER);
        pools.forEach((taints, same) -> taints.forEach(
                taint -> nodes.computeIfAbsent(taint, none -> new ArrayList<>()).addAll(same.names())));
        List<UntoleratedTaint> list = new ArrayList<>();
        nodes.forEach((taint, names) -> {
            boolean named = shapes.stream().anyMatch(shape -> shape.names(taint))
                    || ofTemplates.stream().anyMatch(each -> names(each, taint))
                    || policies.stream().anyMatch(policy -> policy.gives(taint));
            if (!named) {
                int wildcards = shapes.stream()
                        .filter(shape -> shape.tolerates(taint))
                        .mapToInt(Shape::count)
                        .sum();
                list.add(new UntoleratedTaint(taint, names.stream().sorted().toList(), wildcards));
            }
        });
        return list;
    }

    private static boolean names(Toleration toleration, Taint taint) {
        return !toleration.key().isEmpty() && toleration.tolerates(taint);
    }

    private List<IdleToleration> idle() {
        Map<Toleration, List<Shape>> byEntry = new TreeMap<>();
        for (Shape shape : shapes) {
            shape.tolerations().stream()
                    .map(toleration -> toleration.withMeaning().entry())
                    .distinct()
                    .filter(this::isIdle)
                    .forEach(entry -> byEntry.computeIfAbsent(entry, none -> new ArrayList<>())
                            .add(shape));
        }
        Map<Toleration, List<String>> byPolicy = new TreeMap<>();
        for (Policy policy : policies) {
            policy.tolerations().stream()
                    .map(toleration -> toleration.withMeaning().entry())
                    .filter(this::isIdle)
                    .forEach(entry -> byPolicy.computeIfAbsent(entry, none -> new ArrayList<>())
                            .add(policy.name()));
        }
        Set<Toleration> all = new TreeSet<>(byEntry.keySet());
        all.addAll(byPolicy.keySet());
        return all.stream()
                .map(entry -> new IdleToleration(
                        entry,
                        byEntry.getOrDefault(entry, List.of()).stream()
                                .mapToInt(Shape::count)
                                .sum(),
                        owners(byEntry.getOrDefault(entry, List.of())),
                        byPolicy.getOrDefault(entry, List.of())))
                .toList();
    }

    /** Marks that come and go are tolerated in advance, and who tolerates every key means no taint. */
    private boolean isIdle(Toleration toleration) {
        return !toleration.key().isEmpty()
                && !Pool.isPassing(toleration.key())
                && view.nodes().values().stream()
                        .noneMatch(node -> node.taints().stream().anyMatch(toleration::tolerates));
    }

    private static List<PodOwner> owners(Collection<Shape> shapes) {
        return shapes.stream().map(Shape::owner).distinct().sorted(BY_NAME).toList();
    }

    private List<OpenPool> open() {
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
                if (enters && !isOwn(shape, own, taints)) {
                    outsiders.add(shape);
                } else if (enters && mayLeave(shape, taints)) {
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

    /** Where policies let pods onto a pool, it belongs to their pods; elsewhere to all that name one of its taints. */
    private boolean isOwn(Shape shape, List<Policy> own, List<Taint> taints) {
        return own.isEmpty()
                ? taints.stream().anyMatch(shape::names)
                : own.stream()
                        .anyMatch(policy -> policy.match()
                                        .mismatch(
                                                shape.pod(),
                                                view.namespace(shape.owner().namespace())
                                                        .labels())
                                == null);
    }

    private boolean mayLeave(Shape shape, List<Taint> pool) {
        return pools.entrySet().stream()
                .anyMatch(other -> !other.getKey().equals(pool) && isOpen(other.getValue(), shape));
    }

    private static boolean isOpen(Places pool, Shape shape) {
        return !pool.open(shape.placement()).isEmpty();
    }
}

package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.crd.RememberedPool;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.standing.InjectionsCompiler;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.ControlPlane;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.objects.ReleaseSettings;
import dev.tolerant.observed.registration.Registration;
import dev.tolerant.observed.stored.StoredPodJudge;
import dev.tolerant.settings.Settings.InvalidSettingsException;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.settings.TolerantConfig.KeeperMode;
import dev.tolerant.setup.EngineFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster as the program sees it: objects, and what settings and policies make of them.
 *
 * @param policies as users wrote them
 * @param nodePools those of Karpenter that can be read; none where they are not known
 * @param problems of policies, namespaces, nodes and NodePools
 */
public record ClusterView(
        ClusterObjects clusterObjects,
        TolerantConfig config,
        List<Manifest> policies,
        Registration registration,
        Explainer explainer,
        Snapshot snapshot,
        List<NodePool> nodePools,
        List<ManifestProblem> problems) {
    public static final List<ObjectKind> DECIDING =
            List.of(ObjectKind.CONFIG_MAP, ObjectKind.POLICY, ObjectKind.NAMESPACE, ObjectKind.MUTATING_WEBHOOKS);

    /** The cluster as it is: with the settings of its release, or the defaults where there is none. */
    public static ClusterView today(ClusterObjects clusterObjects) throws InvalidSettingsException {
        return of(
                clusterObjects,
                ReleaseSettings.in(clusterObjects.manifests(ObjectKind.CONFIG_MAP)),
                clusterObjects.manifests(ObjectKind.POLICY));
    }

    public static ClusterView of(ClusterObjects clusterObjects, TolerantConfig config, List<Manifest> policies) {
        Registration registration = registration(clusterObjects, config);
        List<Manifest> read = new ArrayList<>();
        policies.forEach(policy -> read.add(withoutStatus(policy)));
        Stream.of(ObjectKind.NAMESPACE, ObjectKind.NODE, ObjectKind.NODE_POOL, ObjectKind.RUNTIME_CLASS)
                .forEach(kind -> read.addAll(clusterObjects.manifests(kind)));
        PolicyFiles reading = PolicyFiles.of(
                read,
                new TolerationRules(config.comparisonOperators()),
                remembered(clusterObjects),
                clusterObjects.unknown(ObjectKind.NODE_POOL).isEmpty());
        Explainer explainer = new Explainer(
                EngineFactory.of(config),
                controlPlane(config, clusterObjects.serverVersion()),
                Creators.UNNAMED,
                registration,
                DECIDING.stream()
                        .flatMap(kind -> clusterObjects.unknown(kind).stream())
                        .toList(),
                DefaultPlugins.of(
                        clusterObjects,
                        reading.snapshot().nodes().values(),
                        reading.snapshot().policies().policies().stream()
                                .anyMatch(policy -> policy.match().asksForPriorityClass())),
                Volumes.in(clusterObjects));
        return new ClusterView(
                clusterObjects,
                config,
                List.copyOf(policies),
                registration,
                explainer,
                injecting(reading.snapshot(), config),
                reading.nodePools(),
                reading.problems());
    }

    private static Registration registration(ClusterObjects clusterObjects, TolerantConfig config) {
        return config.webhook().enabled()
                ? Registration.of(clusterObjects.manifests(ObjectKind.MUTATING_WEBHOOKS))
                        .orElse(Registration.OF_CHART)
                : Registration.byItself(
                        config.webhook().namespaceSelector(), config.webhook().objectSelector());
    }

    private static Snapshot injecting(Snapshot snapshot, TolerantConfig config) {
        return config.injections().enabled()
                ? snapshot.with(InjectionsCompiler.compile(
                        snapshot.policies(),
                        snapshot.stored(),
                        snapshot.namespaces().values(),
                        config.webhook().enabled() ? EngineFactory.injected(config) : EngineFactory.enforced(config)))
                : snapshot;
    }

    public static Explainer explainerOf(TolerantConfig config, Creators creators) {
        return new Explainer(EngineFactory.of(config), controlPlane(config, ""), creators);
    }

    /** A policy as its author wrote it: a later version of the program may have a status that this one does not know. */
    public static Manifest withoutStatus(Manifest policy) {
        ObjectNode object = policy.object().deepCopy();
        object.remove("status");
        return policy.with(object);
    }

    /** By the name of the policy, whose update leaves its status as it is. */
    private static Map<String, RememberedPool> remembered(ClusterObjects clusterObjects) {
        Map<String, RememberedPool> remembered = new HashMap<>();
        clusterObjects
                .manifests(ObjectKind.POLICY)
                .forEach(policy ->
                        RememberedPool.in(policy.object()).ifPresent(pool -> remembered.put(policy.name(), pool)));
        return remembered;
    }

    /** Policies laid over those of this view by their names. */
    public List<Manifest> policiesWith(List<Manifest> others) {
        Map<String, Manifest> byName = new LinkedHashMap<>();
        policies.forEach(policy -> byName.put(policy.name(), policy));
        others.forEach(policy -> byName.put(policy.name(), policy));
        return List.copyOf(byName.values());
    }

    public Set<String> unusable() {
        Set<String> unusable = policies.stream().map(Manifest::name).collect(Collectors.toCollection(HashSet::new));
        snapshot.policies().policies().forEach(policy -> unusable.remove(policy.name()));
        return unusable;
    }

    /** Judges as a keeper with these settings does. */
    public StoredPodJudge storedPodJudge() {
        return new StoredPodJudge(
                explainer.engine(),
                snapshot,
                (namespace, pod) -> registration.asksAboutNewPod(namespace, pod.labels()));
    }

    public Explanation explain(Manifest manifest) throws InvalidManifestException {
        return explainer.explain(manifest, snapshot, null);
    }

    public KeeperMode keeper() {
        return config.keeper().mode().under(audits() ? Mode.AUDIT : Mode.ENFORCE);
    }

    /** The settings with which a keeper would change pods, and which these are not; empty if it does. */
    public String keeperNeeds() {
        List<String> needed = new ArrayList<>();
        if (audits()) {
            needed.add("tolerant.mode=enforce");
        }
        if (config.keeper().mode() != KeeperMode.ENFORCE) {
            needed.add("tolerant.keeper.mode=enforce");
        }
        return String.join(" and ", needed);
    }

    public ControlPlane controlPlane() {
        return explainer.controlPlane();
    }

    private static ControlPlane controlPlane(TolerantConfig config, String serverVersion) {
        return new ControlPlane(
                config.comparisonOperators(),
                ControlPlane.graceSeconds(serverVersion).orElse(ControlPlane.NODE_MONITOR_GRACE_SECONDS));
    }

    public boolean audits() {
        return explainer.engine().audits();
    }

    /** Null if the webhook enforces already. */
    public @Nullable ClusterView enforced() {
        return audits()
                ? new ClusterView(
                        clusterObjects,
                        config,
                        policies,
                        registration,
                        explainer.enforcing(),
                        snapshot,
                        nodePools,
                        problems)
                : null;
    }

    public Volumes volumes() {
        return explainer.volumes();
    }

    /** By name; empty if they are not known. */
    public Map<String, Node> nodes() {
        return snapshot.nodes();
    }

    /** A namespace without an object has no labels or annotations. */
    public NamespaceFacts namespace(String name) {
        return snapshot.namespaces().getOrDefault(name, NamespaceFacts.plain(name));
    }
}

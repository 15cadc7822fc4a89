package dev.tolerant.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.review.Engine.HealedPod;
import dev.tolerant.engine.review.PodReader;
import dev.tolerant.engine.rule.Decision;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.StoredPod;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.setup.EngineFactory;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;

/** A cluster with policies and namespaces, and what becomes of pods in it. */
public final class PolicyCluster {
    private final List<Policy> policies;
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, Namespace> namespaces = new LinkedHashMap<>();
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final List<NodePool> nodePools = new ArrayList<>();
    private final Set<Policy> known = new HashSet<>();

    private PolicyCluster(List<Policy> policies) {
        this.policies = new ArrayList<>(policies);
    }

    /** A cluster with the policies in this YAML. */
    public static PolicyCluster with(String yaml) {
        return with(PolicyFixture.all(yaml));
    }

    public static PolicyCluster with(List<Policy> policies) {
        return new PolicyCluster(policies);
    }

    public PolicyCluster setting(String name, String value) {
        settings.put(name, value);
        return this;
    }

    /** A node with these taints. */
    public PolicyCluster node(String name, Taint... taints) {
        return node(new Node(name, Map.of(), List.of(taints)));
    }

    public PolicyCluster node(Node node) {
        nodes.put(node.name(), node);
        return this;
    }

    /** A policy of whose pool is known what the policy says. */
    public PolicyCluster policy(Policy policy) {
        policies.add(policy);
        known.add(policy);
        return this;
    }

    public PolicyCluster nodePool(NodePool nodePool) {
        nodePools.add(nodePool);
        return this;
    }

    public PolicyCluster namespace(String name, Map<String, String> labels) {
        return namespace(name, labels, Map.of());
    }

    public PolicyCluster namespace(String name, Map<String, String> labels, Map<String, String> annotations) {
        namespaces.put(
                name,
                new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withLabels(labels)
                        .withAnnotations(annotations)
                        .endMetadata()
                        .build());
        return this;
    }

    public List<Policy> policies() {
        return policies;
    }

    /** The webhook that decides there. */
    public WholeProgram webhook() {
        return WholeProgram.with(
                settings, withPools(), nodes, namespaces.values().toArray(Namespace[]::new));
    }

    /** The policies with what is known of their pools. */
    public List<Policy> withPools() {
        return policies.stream()
                .map(policy -> policy.pool() == null || known.contains(policy)
                        ? policy
                        : policy.withPoolOf(nodes.values(), nodePools, Pool.Memory.NONE))
                .toList();
    }

    public WholeProgram.Answer create(PodReview pod) {
        return webhook().ask(pod.creation());
    }

    /** What the webhook decides, with all its reasons. */
    public Decision decide(JsonNode review) {
        String name = RequestFixture.reviewOf(review).namespace();
        TolerantConfig config = WholeProgram.config(settings);
        Namespace namespace = namespaces.get(name);
        NamespaceFacts facts =
                namespace == null ? NamespaceFacts.plain(name) : NamespaceFixture.read(namespace, config);
        return RequestFixture.decide(review, config, new Snapshot(PolicySet.of(withPools()), Map.of(), nodes), facts);
    }

    /** What a pod of namespace {@code shop} that runs already still gets here. */
    public HealedPod heal(JsonNode stored) {
        TolerantConfig config = WholeProgram.config(settings);
        Namespace namespace = namespaces.get(PodReview.NAMESPACE);
        NamespaceFacts facts = namespace == null
                ? NamespaceFacts.plain(PodReview.NAMESPACE)
                : NamespaceFixture.read(namespace, config);
        Snapshot snapshot = new Snapshot(PolicySet.of(withPools()), Map.of(), nodes);
        try {
            StoredPod pod = PodReader.stored(WholeProgram.JSON.writeValueAsBytes(stored));
            return EngineFactory.of(config).heal(pod, snapshot, facts);
        } catch (IOException | UnexpectedJsonException unreadable) {
            throw new IllegalArgumentException(stored.toString(), unreadable);
        }
    }

    /** The steps of a decision as {@code rule code: sentence}. */
    public List<String> steps(PodReview pod) {
        return decide(pod.creation()).steps().stream().map(PolicyCluster::text).toList();
    }

    private static String text(Step step) {
        return step.rule() + " " + step.code() + ": " + step.sentence();
    }

    /** The tolerations of an answer in short: {@code key[=value][:effect][@seconds]}, a keyless one as {@code *}. */
    public static List<String> tolerations(WholeProgram.Answer answer) {
        return inShort(answer.tolerations());
    }

    /** A list of tolerations in short. */
    public static List<String> inShort(JsonNode tolerations) {
        return StreamSupport.stream(tolerations.spliterator(), false)
                .map(PolicyCluster::inShortOne)
                .toList();
    }

    private static String inShortOne(JsonNode toleration) {
        String key = toleration.path("key").asText().replace("node.kubernetes.io/", "");
        String value = toleration.path("value").asText();
        String effect = toleration.path("effect").asText();
        String seconds = toleration.path("tolerationSeconds").asText();
        return (key.isEmpty() ? "*" : key)
                + (value.isEmpty() ? "" : "=" + value)
                + (effect.isEmpty() ? "" : ":" + effect)
                + (seconds.isEmpty() ? "" : "@" + seconds);
    }

    /** The warnings of an answer. */
    public static List<String> warnings(WholeProgram.Answer answer) {
        return StreamSupport.stream(answer.response().path("warnings").spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}

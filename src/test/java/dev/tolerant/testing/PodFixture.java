package dev.tolerant.testing;

import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.Owner;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Resources;
import dev.tolerant.engine.words.Toleration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds the facts of a pod; fields that a test does not set are as in an empty manifest. */
public final class PodFixture {
    private Map<String, String> labels = Map.of();
    private boolean mirror;
    private Owner controller = Owner.NONE;
    private String priorityClassName = "";
    private String runtimeClassName = "";
    private String serviceAccountName = "";
    private String nodeName = "";
    private NodeAffinity nodeAffinity = NodeAffinity.NONE;
    private boolean hostNetwork;
    private Map<String, String> nodeSelector = Map.of();
    private List<Toleration> tolerations = List.of();
    private List<Resources> resources = List.of();
    private @Nullable Resources podResources;

    private PodFixture() {}

    public static PodFixture aPod() {
        return new PodFixture();
    }

    /** A pod with exactly these tolerations. */
    public static PodFacts podWith(Toleration... tolerations) {
        return aPod().tolerating(tolerations).build();
    }

    public PodFixture labelled(String key, String value) {
        labels = Map.of(key, value);
        return this;
    }

    public PodFixture mirror() {
        mirror = true;
        return this;
    }

    /** @param kind {@code group/Kind}, or the name of a built-in kind */
    public PodFixture controlledBy(String kind) {
        controller = Owner.parse(kind);
        return this;
    }

    public PodFixture onHostNetwork() {
        hostNetwork = true;
        return this;
    }

    public PodFixture selecting(Map<String, String> labelsOfNodes) {
        nodeSelector = labelsOfNodes;
        return this;
    }

    public PodFixture tolerating(Toleration... list) {
        return tolerating(List.of(list));
    }

    public PodFixture tolerating(List<Toleration> list) {
        tolerations = list;
        return this;
    }

    public PodFixture using(Resources... ofContainers) {
        return using(List.of(ofContainers));
    }

    public PodFixture using(List<Resources> ofContainers) {
        resources = ofContainers;
        return this;
    }

    public PodFixture asAWholeUsing(@Nullable Resources ofPod) {
        podResources = ofPod;
        return this;
    }

    public PodFixture runningAs(String serviceAccount) {
        serviceAccountName = serviceAccount;
        return this;
    }

    public PodFixture on(String node) {
        nodeName = node;
        return this;
    }

    public PodFixture requiring(NodeAffinity affinity) {
        nodeAffinity = affinity;
        return this;
    }

    public PodFacts build() {
        return new PodFacts(
                "web",
                labels,
                mirror,
                controller,
                priorityClassName,
                runtimeClassName,
                serviceAccountName,
                nodeName,
                "",
                hostNetwork,
                nodeSelector,
                nodeAffinity,
                tolerations,
                new Resources.OfPod(resources, podResources));
    }
}

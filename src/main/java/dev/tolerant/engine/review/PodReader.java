package dev.tolerant.engine.review;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.TreeReader;
import dev.tolerant.engine.json.TreeReader.Span;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.Owner;
import dev.tolerant.engine.words.Owner.ControllerReference;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Resources;
import dev.tolerant.engine.words.StoredPod;
import dev.tolerant.engine.words.Toleration;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads what the rules ask about a pod. */
public final class PodReader {
    private static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String TOLERATIONS = "tolerations";
    private static final int MAX_RESOURCE_NAMES = 1000;

    private static final Mask CONTAINER = Mask.of().with("resources", ResourcesReader.RESOURCES);
    private static final Mask TOLERATING =
            Mask.of().with(TOLERATIONS, Mask.ofValues("key", "operator", "value", "effect", "tolerationSeconds"));
    private static final Mask SPEC = Mask.ofValues(
                    "priorityClassName", "runtimeClassName", "serviceAccountName", "nodeName", "hostNetwork")
            .and(TOLERATING)
            .with("containers", CONTAINER)
            .with("initContainers", CONTAINER)
            .with("resources", ResourcesReader.RESOURCES)
            .with("nodeSelector", Mask.VALUES)
            .with("affinity", AffinityReader.AFFINITY)
            .with("os", Mask.ofValues("name"));
    private static final Mask METADATA = Mask.ofValues("name", "generateName")
            .with("labels", Mask.VALUES)
            .with("annotations", Mask.ofValues(MIRROR))
            .with("ownerReferences", Mask.ofValues("apiVersion", "kind", "name", "controller"))
            .with("managedFields", ProvenanceReader.MANAGED_FIELDS);

    public static final Mask POD = Mask.of().with("metadata", METADATA).with("spec", SPEC);

    static final Mask TOLERATING_POD = Mask.of().with("spec", TOLERATING);
    static final Mask OLD_POD = Mask.of().with("spec", SPEC);
    private static final Mask STORED_POD = Mask.of()
            .with(
                    "metadata",
                    METADATA.with("namespace", Mask.VALUE)
                            .with("uid", Mask.VALUE)
                            .with("resourceVersion", Mask.VALUE)
                            .with("deletionTimestamp", Mask.VALUE))
            .with("spec", SPEC.with("schedulingGates", Mask.VALUE))
            .with("status", Mask.ofValues("phase"));

    private PodReader() {}

    /** Reads a pod of a list or a watch; what is not as the API has it, or too much, is an exception with the field. */
    public static StoredPod stored(byte[] json) throws IOException, UnexpectedJsonException {
        Fields read = Fields.of(TreeReader.readLimited(json, STORED_POD));
        if (!read.isPresent()) {
            throw read.wrong("is null");
        }
        Fields metadata = read.object("metadata");
        ControllerReference controller = controller(metadata);
        PodFacts pod = read(read, controller.owner());
        ProvenanceReader.ManagedFields managed = ProvenanceReader.read(metadata);
        String phase = read.object("status").text("phase");
        return new StoredPod(
                metadata.text("namespace"),
                pod.name(),
                metadata.text("uid"),
                metadata.text("resourceVersion"),
                controller,
                pod.nodeName(),
                phase.equals("Succeeded") || phase.equals("Failed"),
                !metadata.text("deletionTimestamp").isEmpty(),
                read.object("spec").size("schedulingGates") > 0,
                pod.withoutNode(),
                managed.tolerations(),
                managed.applied());
    }

    /** An exception has the field below the pod. */
    public static PodFacts read(JsonNode pod) throws UnexpectedJsonException {
        return read(Fields.of(pod));
    }

    static PodFacts read(Fields pod) throws UnexpectedJsonException {
        return read(pod, controller(pod.object("metadata")).owner());
    }

    /**
     * @param controller that makes the pod, or the pods of the template
     */
    static PodFacts read(Fields pod, Owner controller) throws UnexpectedJsonException {
        Fields metadata = pod.object("metadata");
        String name = metadata.text("name");
        String generateName = metadata.text("generateName");
        Map<String, String> labels = metadata.map("labels");
        boolean mirror = metadata.object("annotations").has(MIRROR);
        Fields spec = pod.object("spec");
        if (!spec.isPresent()) {
            throw pod.wrong("spec", "is missing");
        }
        List<Resources> containers = new ArrayList<>();
        addContainers(spec, "containers", containers);
        addContainers(spec, "initContainers", containers);
        Fields podResources = spec.object("resources");
        // Present but empty is not absent: it makes the pod BestEffort whatever its containers ask for.
        Resources whole = podResources.isPresent() ? ResourcesReader.read(podResources) : null;
        Resources.OfPod resources = new Resources.OfPod(containers, whole);
        limitResourceNames(pod, resources);
        return new PodFacts(
                name.isEmpty() ? generateName : name,
                labels,
                mirror,
                controller,
                spec.text("priorityClassName"),
                spec.text("runtimeClassName"),
                spec.text("serviceAccountName"),
                spec.text("nodeName"),
                spec.object("os").text("name"),
                spec.flag("hostNetwork"),
                spec.map("nodeSelector"),
                AffinityReader.read(spec.object("affinity")),
                tolerationsIn(spec),
                resources);
    }

    /** The first owner with {@code controller: true}, as metav1.GetControllerOf reads it. */
    static ControllerReference controller(Fields metadata) throws UnexpectedJsonException {
        for (Fields owner : metadata.objects("ownerReferences")) {
            if (owner.flag("controller")) {
                return new ControllerReference(owner.text("apiVersion"), owner.text("kind"), owner.text("name"));
            }
        }
        return ControllerReference.NONE;
    }

    private static void addContainers(Fields spec, String list, List<Resources> into) throws UnexpectedJsonException {
        for (Fields container : spec.objects(list)) {
            if (container.isPresent()) {
                into.add(ResourcesReader.read(container.object("resources")));
            }
        }
    }

    /** Each name can give the pod a toleration. */
    private static void limitResourceNames(Fields pod, Resources.OfPod resources) throws UnexpectedJsonException {
        int amounts = resources.whole() == null ? 0 : resources.whole().size();
        for (Resources each : resources.containers()) {
            amounts += each.size();
        }
        if (amounts > MAX_RESOURCE_NAMES
                && resources.all().flatMap(Resources::names).distinct().count() > MAX_RESOURCE_NAMES) {
            throw pod.tooMuch(
                    "spec",
                    "names more than " + MAX_RESOURCE_NAMES
                            + " different resources in requests and limits; remove some of them");
        }
    }

    /** Of a pod, or of a template of pods; an exception has the field below the pod. */
    public static List<Toleration> tolerations(Fields pod) throws UnexpectedJsonException {
        return tolerationsIn(pod.object("spec"));
    }

    /** Of a pod, or of a template of pods; an exception has the field below the pod. */
    public static NodeAffinity nodeAffinity(Fields pod) throws UnexpectedJsonException {
        return AffinityReader.read(pod.object("spec").object("affinity"));
    }

    /** Fails on amounts that a review just lacks where they are unreadable; the exception has the field below the pod. */
    public static Fields checkAmounts(Fields pod) throws UnexpectedJsonException {
        Fields spec = pod.object("spec");
        ResourcesReader.check(spec.object("resources"));
        for (String list : List.of("containers", "initContainers")) {
            for (Fields container : spec.objects(list)) {
                ResourcesReader.check(container.object("resources"));
            }
        }
        return pod;
    }

    private static List<Toleration> tolerationsIn(Fields spec) throws UnexpectedJsonException {
        if (spec.size(TOLERATIONS) > PodFacts.MAX_TOLERATIONS) {
            throw spec.tooMuch(
                    TOLERATIONS, "has more than " + PodFacts.MAX_TOLERATIONS + " entries; remove some of them");
        }
        return spec.list(TOLERATIONS, PodReader::toleration);
    }

    /** An omitted operator stays so. */
    public static Toleration toleration(Fields entry) throws UnexpectedJsonException {
        return Toleration.written(
                entry.text("key"),
                entry.text("operator"),
                entry.text("value"),
                entry.text("effect"),
                entry.integer("tolerationSeconds"));
    }

    /** An update that drops a toleration of the stored pod gets the bytes at its place back. */
    static List<Span> places(Fields oldPod) throws UnexpectedJsonException {
        Fields spec = oldPod.object("spec");
        List<Span> places = spec.list(TOLERATIONS, Fields::span);
        int length = 0;
        for (Span place : places) {
            length += place.length();
        }
        if (length > TreeReader.MAX_TEXT) {
            throw spec.tooMuch(TOLERATIONS, "is longer than " + TreeReader.MAX_TEXT + " bytes; shorten it");
        }
        return places;
    }
}

package dev.tolerant.engine.review;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.TreeReader;
import dev.tolerant.engine.json.TreeReader.Span;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.model.NodeAffinity;
import dev.tolerant.engine.model.NodeAffinity.Depth;
import dev.tolerant.engine.model.NodeAffinity.Preference;
import dev.tolerant.engine.model.NodeAffinity.Term;
import dev.tolerant.engine.model.Owner;
import dev.tolerant.engine.model.Owner.ControllerReference;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Requirement;
import dev.tolerant.engine.model.Resources;
import dev.tolerant.engine.model.Review.Provenance;
import dev.tolerant.engine.model.StoredPod;
import dev.tolerant.engine.model.Toleration;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what the rules ask about a pod. */
public final class PodReader {
    private static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String TOLERATIONS = "tolerations";
    private static final int MAX_TOLERATIONS = 1000;
    private static final int MAX_RESOURCE_NAMES = 1000;

    private static final Mask CONTAINER = Mask.of().with("resources", ResourcesReader.RESOURCES);
    private static final Mask SPEC = Mask.ofValues("priorityClassName", "serviceAccountName", "nodeName", "hostNetwork")
            .with(TOLERATIONS, Mask.ofValues("key", "operator", "value", "effect", "tolerationSeconds"))
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

    /** A pod that is to be stored, and the template of one. */
    public static final Mask POD = Mask.of().with("metadata", METADATA).with("spec", SPEC);
    /** A stored pod that is to be changed. */
    static final Mask OLD_POD = Mask.of().with("spec", SPEC);
    /** A pod of a list or a watch. */
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

    /**
     * Reads one pod of a list or a watch from its JSON.
     *
     * @throws UnexpectedJsonException with the field, if it is not a pod as the API has it, or has more of something than rules
     *     decide about
     * @throws IOException if the text is not JSON
     */
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

    static PodFacts read(Fields pod) throws UnexpectedJsonException {
        return read(pod, controller(pod.object("metadata")).owner());
    }

    /** Reads a pod, or the template of one, that this controller makes. */
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
        List<Resources> resources = new ArrayList<>();
        addContainers(spec, "containers", resources);
        addContainers(spec, "initContainers", resources);
        Fields podResources = spec.object("resources");
        // Present but empty is not absent: it makes the pod BestEffort whatever its containers ask for.
        Resources ofPod = podResources.isPresent() ? ResourcesReader.read(podResources) : null;
        limitResourceNames(pod, resources, ofPod);
        return new PodFacts(
                name.isEmpty() ? generateName : name,
                labels,
                mirror,
                controller,
                spec.text("priorityClassName"),
                spec.text("serviceAccountName"),
                spec.text("nodeName"),
                spec.object("os").text("name"),
                spec.flag("hostNetwork"),
                spec.map("nodeSelector"),
                AffinityReader.read(spec.object("affinity")),
                tolerations(spec),
                resources,
                ofPod);
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
    private static void limitResourceNames(Fields pod, List<Resources> resources, @Nullable Resources ofPod)
            throws UnexpectedJsonException {
        int amounts = ofPod == null ? 0 : ofPod.size();
        for (Resources each : resources) {
            amounts += each.size();
        }
        if (amounts <= MAX_RESOURCE_NAMES) {
            return;
        }
        Set<String> names = new HashSet<>();
        Stream.concat(resources.stream(), Stream.ofNullable(ofPod)).forEach(each -> {
            names.addAll(each.requests().keySet());
            names.addAll(each.limits().keySet());
        });
        if (names.size() > MAX_RESOURCE_NAMES) {
            throw pod.tooMuch(
                    "spec",
                    "names more than " + MAX_RESOURCE_NAMES
                            + " different resources in requests and limits; remove some of them");
        }
    }

    /**
     * Reads the tolerations of a pod, or of a template of pods, alone.
     *
     * @throws UnexpectedJsonException with the field below the pod, if the list is not as the API has it, or too long
     */
    public static List<Toleration> tolerations(JsonNode pod) throws UnexpectedJsonException {
        return tolerations(Fields.of(pod).object("spec"));
    }

    /**
     * Reads the node affinity of a pod, or of a template of pods, alone.
     *
     * @throws UnexpectedJsonException with the field below the pod, if it is not as the API has it, or too long
     */
    public static NodeAffinity nodeAffinity(JsonNode pod) throws UnexpectedJsonException {
        return AffinityReader.read(Fields.of(pod).object("spec").object("affinity"));
    }

    private static List<Toleration> tolerations(Fields spec) throws UnexpectedJsonException {
        if (spec.size(TOLERATIONS) > MAX_TOLERATIONS) {
            throw spec.tooMuch(TOLERATIONS, "has more than " + MAX_TOLERATIONS + " entries; remove some of them");
        }
        List<Toleration> tolerations = new ArrayList<>();
        for (Fields each : spec.present(TOLERATIONS)) {
            tolerations.add(Toleration.written(
                    each.text("key"),
                    each.text("operator"),
                    each.text("value"),
                    each.text("effect"),
                    each.integer("tolerationSeconds")));
        }
        return tolerations;
    }

    /** Where in the text each toleration of a stored pod is: an update that drops it gets these bytes back. */
    static List<Span> places(Fields oldPod) throws UnexpectedJsonException {
        List<Span> places = new ArrayList<>();
        int length = 0;
        Fields spec = oldPod.object("spec");
        for (Fields each : spec.present(TOLERATIONS)) {
            Span place = each.span();
            places.add(place);
            length += place.length();
        }
        if (length > TreeReader.MAX_TEXT) {
            throw spec.tooMuch(TOLERATIONS, "is longer than " + TreeReader.MAX_TEXT + " bytes; shorten it");
        }
        return places;
    }

    /** Reads from {@code metadata.managedFields} who owns a pod's tolerations. */
    static final class ProvenanceReader {
        static final Mask MANAGED_FIELDS = Mask.ofValues("manager", "operation")
                .with("fieldsV1", Mask.of().with("f:spec", Mask.ofValues("f:tolerations")));

        private ProvenanceReader() {}

        /**
         * What {@code metadata.managedFields} says.
         *
         * @param tolerations who owns the pod's tolerations
         * @param applied whether a server-side apply owns them, so that its next one would meet a conflict
         */
        record ManagedFields(Provenance tolerations, boolean applied) {}

        /** One entry that cannot be read, such as the empty one that a client can send, makes all of them unreadable. */
        static ManagedFields read(Fields metadata) throws UnexpectedJsonException {
            boolean readable = metadata.size("managedFields") > 0;
            boolean owned = false;
            boolean applied = false;
            boolean kept = false;
            for (Fields entry : metadata.objects("managedFields")) {
                readable &= entry.isObject("fieldsV1");
                if (entry.isObject("fieldsV1") && ownsTolerations(entry.object("fieldsV1"))) {
                    owned = true;
                    applied |=
                            entry.isText("operation") && entry.text("operation").equals("Apply");
                    kept |= entry.isText("manager") && entry.text("manager").equals(StoredPod.KEEPER);
                }
            }
            if (!readable) {
                return new ManagedFields(Provenance.UNREADABLE, applied);
            }
            return new ManagedFields(kept ? Provenance.KEPT : owned ? Provenance.OWNED : Provenance.UNOWNED, applied);
        }

        private static boolean ownsTolerations(Fields fields) throws UnexpectedJsonException {
            return fields.isObject("f:spec") && fields.object("f:spec").has("f:tolerations");
        }
    }

    /** Reads a pod's node affinity. */
    private static final class AffinityReader {
        private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
        private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
        private static final String TERMS = "nodeSelectorTerms";
        private static final String EXPRESSIONS = "matchExpressions";
        private static final String FIELDS = "matchFields";

        /** A policy may add its requirements to each, or look for its preference among them. */
        private static final int MAX_TERMS = 250;

        private static final Mask REQUIREMENT = Mask.ofValues("key", "operator", "values");
        private static final Mask TERM =
                Mask.of().with(EXPRESSIONS, REQUIREMENT).with(FIELDS, REQUIREMENT);
        static final Mask AFFINITY = Mask.of()
                .with(
                        "nodeAffinity",
                        Mask.of()
                                .with(REQUIRED, Mask.of().with(TERMS, TERM))
                                .with(PREFERRED, Mask.ofValues("weight").with("preference", TERM)));

        private AffinityReader() {}

        static NodeAffinity read(Fields affinity) throws UnexpectedJsonException {
            if (!affinity.isPresent()) {
                return NodeAffinity.NONE;
            }
            Fields ofNodes = affinity.object("nodeAffinity");
            if (!ofNodes.isPresent()) {
                return new NodeAffinity(Depth.AFFINITY, List.of(), List.of());
            }
            Fields required = ofNodes.object(REQUIRED);
            return new NodeAffinity(
                    required.isPresent() ? Depth.REQUIRED : Depth.NODE_AFFINITY, terms(required), preferences(ofNodes));
        }

        private static List<Term> terms(Fields required) throws UnexpectedJsonException {
            List<Term> terms = new ArrayList<>();
            for (Fields term : upTo(MAX_TERMS, required, TERMS)) {
                terms.add(term(term));
            }
            return terms;
        }

        private static List<Preference> preferences(Fields ofNodes) throws UnexpectedJsonException {
            List<Preference> preferences = new ArrayList<>();
            for (Fields preference : upTo(MAX_TERMS, ofNodes, PREFERRED)) {
                Long weight = preference.integer("weight");
                Fields term = preference.object("preference");
                preferences.add(new Preference(weight == null ? 0 : weight, term(term)));
            }
            return preferences;
        }

        private static List<Fields> upTo(int most, Fields object, String list) throws UnexpectedJsonException {
            if (object.size(list) > most) {
                throw object.tooMuch(list, "has more than " + most + " entries; remove some of them");
            }
            return object.present(list);
        }

        private static Term term(Fields term) throws UnexpectedJsonException {
            return new Term(requirements(term, EXPRESSIONS), requirements(term, FIELDS));
        }

        private static List<Requirement> requirements(Fields term, String list) throws UnexpectedJsonException {
            List<Requirement> requirements = new ArrayList<>();
            for (Fields each : term.present(list)) {
                requirements.add(new Requirement(
                        each.text("key"), Requirement.Operator.of(each.text("operator")), each.texts("values")));
            }
            return requirements;
        }
    }

    /** Reads the {@code resources} of a container, or of a pod. */
    static final class ResourcesReader {
        static final Mask RESOURCES = Mask.of().with("requests", Mask.VALUES).with("limits", Mask.VALUES);

        private static final String NOT_A_QUANTITY = "has an amount that is not a quantity";
        /** The API server writes each quantity in its shortest form, which is shorter than this. */
        private static final int LONGEST_QUANTITY = 100;

        private ResourcesReader() {}

        static Resources read(Fields resources) throws UnexpectedJsonException {
            Map<String, BigDecimal> requests = amounts(resources.object("requests"));
            Map<String, BigDecimal> limits = amounts(resources.object("limits"));
            return requests.isEmpty() && limits.isEmpty() ? Resources.NONE : new Resources(requests, limits);
        }

        private static Map<String, BigDecimal> amounts(Fields quantities) throws UnexpectedJsonException {
            if (!quantities.isPresent()) {
                return Map.of();
            }
            Map<String, BigDecimal> amounts = new HashMap<>();
            for (String name : quantities.names()) {
                amounts.put(name, amount(quantities.scalar(name), quantities));
            }
            return amounts;
        }

        private static BigDecimal amount(String text, Fields quantities) throws UnexpectedJsonException {
            if (text.length() > LONGEST_QUANTITY) {
                throw quantities.wrong(NOT_A_QUANTITY);
            }
            try {
                return Amount.of(text);
            } catch (IllegalArgumentException | ArithmeticException notAQuantity) {
                throw quantities.wrong(NOT_A_QUANTITY);
            }
        }

        /** An amount of a resource, read from a quantity such as {@code 2}, {@code 100m} or {@code 64Mi}. */
        static final class Amount {
            /**
             * Twice what the API server needs to write any quantity (19 digits before the point, nine after it, and a suffix).
             * Reading digits takes time quadratic in their number.
             */
            private static final int MAX_LENGTH = 64;

            /** A number of so few digits does not overflow in the shifts below. */
            private static final int FEW_DIGITS = 9;

            private Amount() {}

            /**
             * Reads a quantity. Nearly all of them are short whole numbers with a common suffix, and are read here.
             *
             * @throws IllegalArgumentException or ArithmeticException if the text is not a quantity
             */
            static BigDecimal of(String quantity) {
                if (quantity.length() > MAX_LENGTH) {
                    throw new IllegalArgumentException("a quantity has at most " + MAX_LENGTH + " characters");
                }
                int digits = digits(quantity);
                if (digits == 0 || digits > FEW_DIGITS) {
                    return Quantity.parse(quantity).getNumericalAmount();
                }
                long number = Long.parseLong(quantity, 0, digits, 10);
                return switch (quantity.substring(digits)) {
                    case "" -> BigDecimal.valueOf(number);
                    case "m" -> BigDecimal.valueOf(number, 3);
                    case "Ki" -> BigDecimal.valueOf(number << 10);
                    case "Mi" -> BigDecimal.valueOf(number << 20);
                    case "Gi" -> BigDecimal.valueOf(number << 30);
                    default -> Quantity.parse(quantity).getNumericalAmount();
                };
            }

            private static int digits(String text) {
                int digits = 0;
                while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
                    digits++;
                }
                return digits;
            }
        }
    }
}

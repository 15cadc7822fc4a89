package dev.tolerant.engine.review;

import dev.tolerant.engine.json.FieldNames;
import dev.tolerant.engine.json.JsonCursor;
import dev.tolerant.engine.json.JsonCursor.Span;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.json.UnexpectedJsonException.TooMuchJsonException;
import dev.tolerant.engine.model.NodeAffinity;
import dev.tolerant.engine.model.Owner;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Resources;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.Toleration.Operator;
import dev.tolerant.engine.model.TolerationSeconds;
import dev.tolerant.engine.review.MetadataReader.PodMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what the rules ask about a pod, and where in the bytes its tolerations are. */
final class PodReader {
    private static final FieldNames POD = FieldNames.of("metadata", "spec");
    private static final FieldNames OLD_POD = FieldNames.of("spec");
    private static final FieldNames STORED_POD = FieldNames.of("metadata", "spec", "status");
    private static final FieldNames STATUS = FieldNames.of("phase");
    private static final FieldNames SPEC = FieldNames.of(
            "tolerations",
            "containers",
            "initContainers",
            "resources",
            "nodeSelector",
            "affinity",
            "priorityClassName",
            "serviceAccountName",
            "nodeName",
            "os",
            "hostNetwork",
            "schedulingGates");
    private static final FieldNames CONTAINER = FieldNames.of("resources");
    private static final FieldNames OS = FieldNames.of("name");
    private static final String TOLERATIONS = "spec.tolerations";
    private static final String GATES = "spec.schedulingGates";
    private static final int FEW = 4;
    private static final int MAX_TOLERATIONS = 1000;
    private static final int MAX_RESOURCE_NAMES = 1000;
    private static final ResourcesReader OF_POD = ResourcesReader.at("spec.resources");

    /** The lists of containers whose resources are read. */
    private enum Containers {
        MAIN("spec.containers"),
        INIT("spec.initContainers");

        private final String path;
        private final String element;
        private final ResourcesReader resources;

        Containers(String path) {
            this.path = path;
            this.element = path + "[]";
            this.resources = ResourcesReader.at(element + ".resources");
        }
    }

    /** Where the pod is that is read. */
    private enum Place {
        OBJECT,
        OLD_OBJECT,
        LIST
    }

    private final JsonCursor json;
    private final Place place;
    private final boolean stored;

    private PodMetadata metadata = PodMetadata.NONE;
    private @Nullable Owner templateOwner;
    private String priorityClassName = "";
    private String serviceAccountName = "";
    private String nodeName = "";
    private String os = "";
    private boolean hostNetwork;
    private NodeAffinity nodeAffinity = NodeAffinity.NONE;
    private Map<String, String> nodeSelector = Map.of();
    private final List<Toleration> tolerations = new ArrayList<>(FEW);
    private final List<Span> spans = new ArrayList<>();
    private final List<Resources> resources = new ArrayList<>(FEW);
    private @Nullable Resources podResources;
    private String phase = "";
    private boolean gated;
    private boolean hasSpec;

    private PodReader(JsonCursor json, Place place) {
        this.json = json;
        this.place = place;
        this.stored = place == Place.OLD_OBJECT;
    }

    /**
     * A pod as it was read.
     *
     * @param phase read of a pod of a list alone
     * @param gated whether it has scheduling gates; read of a pod of a list alone
     * @param tolerations where in the bytes each toleration of a stored pod is; empty for any other pod
     */
    record PodRead(PodFacts facts, PodMetadata metadata, String phase, boolean gated, List<Span> tolerations) {}

    /** Reads the pod that a request would store; null if the value is null. */
    static @Nullable PodRead readObject(JsonCursor json) throws IOException, UnexpectedJsonException {
        return json.enterObject("") ? new PodReader(json, Place.OBJECT).read() : null;
    }

    /** Reads the parts of the stored pod that an update may leave out; null if the value is null. */
    static @Nullable PodRead readOldObject(JsonCursor json) throws IOException, UnexpectedJsonException {
        return json.enterObject("") ? new PodReader(json, Place.OLD_OBJECT).read() : null;
    }

    /** Reads a pod of a list or a watch; null if the value is null. */
    static @Nullable PodRead readStored(JsonCursor json) throws IOException, UnexpectedJsonException {
        return json.enterObject("") ? new PodReader(json, Place.LIST).read() : null;
    }

    /** Reads the pods of a DaemonSet from its template; null if the value is null. */
    static @Nullable PodRead readTemplate(JsonCursor json) throws IOException, UnexpectedJsonException {
        PodReader reader = new PodReader(json, Place.OBJECT);
        reader.templateOwner = Owner.DAEMON_SET;
        return json.enterObject("") ? reader.read() : null;
    }

    private PodRead read() throws IOException, UnexpectedJsonException {
        FieldNames wanted = switch (place) {
            case OBJECT -> POD;
            case OLD_OBJECT -> OLD_POD;
            case LIST -> STORED_POD;
        };
        for (String field = json.nextField(wanted); field != null; field = json.nextField(wanted)) {
            switch (field) {
                case "metadata" -> metadata = readMetadata();
                case "spec" -> readSpec();
                case "status" -> readStatus();
            }
        }
        if (!hasSpec) {
            throw new UnexpectedJsonException("spec", "is missing");
        }
        limitResourceNames();
        PodFacts facts = new PodFacts(
                metadata.name(),
                metadata.labels(),
                metadata.mirror(),
                templateOwner == null ? metadata.controller() : templateOwner,
                priorityClassName,
                serviceAccountName,
                nodeName,
                os,
                hostNetwork,
                nodeSelector,
                nodeAffinity,
                tolerations,
                resources,
                podResources);
        return new PodRead(facts, metadata, phase, gated, spans);
    }

    /** Each name can give the pod a toleration. */
    private void limitResourceNames() throws TooMuchJsonException {
        int amounts = podResources == null ? 0 : podResources.size();
        for (Resources each : resources) {
            amounts += each.size();
        }
        if (amounts <= MAX_RESOURCE_NAMES) {
            return;
        }
        Set<String> names = new HashSet<>();
        Stream.concat(resources.stream(), Stream.ofNullable(podResources)).forEach(each -> {
            names.addAll(each.requests().keySet());
            names.addAll(each.limits().keySet());
        });
        if (names.size() > MAX_RESOURCE_NAMES) {
            throw new TooMuchJsonException(
                    "spec",
                    "names more than " + MAX_RESOURCE_NAMES
                            + " different resources in requests and limits; remove some of them");
        }
    }

    private PodMetadata readMetadata() throws IOException, UnexpectedJsonException {
        return place == Place.LIST ? MetadataReader.readStored(json) : MetadataReader.read(json);
    }

    private void readStatus() throws IOException, UnexpectedJsonException {
        if (!json.enterObject("status")) {
            return;
        }
        while (json.nextField(STATUS) != null) {
            phase = json.text("status.phase");
        }
    }

    private void readSpec() throws IOException, UnexpectedJsonException {
        hasSpec = json.enterObject("spec");
        if (!hasSpec) {
            return;
        }
        for (String field = json.nextField(SPEC); field != null; field = json.nextField(SPEC)) {
            switch (field) {
                case "tolerations" -> readTolerations();
                case "containers" -> readContainers(Containers.MAIN);
                case "initContainers" -> readContainers(Containers.INIT);
                case "resources" -> podResources = readPodResources();
                case "nodeSelector" -> nodeSelector = json.texts("spec.nodeSelector");
                case "affinity" -> nodeAffinity = AffinityReader.read(json);
                case "priorityClassName" -> priorityClassName = json.text("spec.priorityClassName");
                case "serviceAccountName" -> serviceAccountName = json.text("spec.serviceAccountName");
                case "nodeName" -> nodeName = json.text("spec.nodeName");
                case "os" -> readOs();
                case "hostNetwork" -> hostNetwork = json.flag("spec.hostNetwork");
                case "schedulingGates" -> readGates();
            }
        }
    }

    private void readGates() throws IOException, UnexpectedJsonException {
        if (place != Place.LIST) {
            json.skip();
            return;
        }
        if (!json.enterArray(GATES)) {
            return;
        }
        while (json.nextElement(GATES)) {
            gated = true;
            json.skip();
        }
    }

    private void readOs() throws IOException, UnexpectedJsonException {
        if (!json.enterObject("spec.os")) {
            return;
        }
        while (json.nextField(OS) != null) {
            os = json.text("spec.os.name");
        }
    }

    private @Nullable Resources readPodResources() throws IOException, UnexpectedJsonException {
        // Present but empty is not absent: it makes the pod BestEffort whatever its containers ask for.
        return json.enterObject("spec.resources") ? OF_POD.read(json) : null;
    }

    private void readTolerations() throws IOException, UnexpectedJsonException {
        if (!json.enterArray(TOLERATIONS)) {
            return;
        }
        tolerations.clear();
        spans.clear();
        while (json.nextElement(TOLERATIONS)) {
            if (tolerations.size() == MAX_TOLERATIONS) {
                throw new TooMuchJsonException(
                        TOLERATIONS, "has more than " + MAX_TOLERATIONS + " entries; remove some of them");
            }
            int start = stored ? json.start() : 0;
            try {
                tolerations.add(TolerationReader.read(json));
            } catch (UnexpectedJsonException wrong) {
                throw wrong.inElement(tolerations.size());
            }
            if (stored) {
                // An update that drops the entry gets these bytes back.
                Span span = new Span(start, json.end());
                json.keep(span, TOLERATIONS);
                spans.add(span);
            }
        }
    }

    private void readContainers(Containers containers) throws IOException, UnexpectedJsonException {
        if (!json.enterArray(containers.path)) {
            return;
        }
        while (json.nextElement(containers.path)) {
            if (json.enterObject(containers.element)) {
                resources.add(readContainer(containers));
            }
        }
    }

    private Resources readContainer(Containers containers) throws IOException, UnexpectedJsonException {
        Resources read = Resources.NONE;
        while (json.nextField(CONTAINER) != null) {
            read = containers.resources.read(json);
        }
        return read;
    }

    /** Reads one toleration of a pod. */
    static final class TolerationReader {
        private static final String PATH = "spec.tolerations[]";
        private static final FieldNames TOLERATION =
                FieldNames.of("key", "operator", "value", "effect", "tolerationSeconds");

        private TolerationReader() {}

        static Toleration read(JsonCursor json) throws IOException, UnexpectedJsonException {
            if (!json.enterObject(PATH)) {
                throw json.wrongType(PATH, "an object");
            }
            String key = "";
            String value = "";
            Operator operator = Operator.OMITTED;
            Effect effect = Effect.ANY;
            TolerationSeconds seconds = TolerationSeconds.NEVER;
            for (String field = json.nextField(TOLERATION); field != null; field = json.nextField(TOLERATION)) {
                switch (field) {
                    case "key" -> key = json.text(PATH + ".key");
                    case "operator" -> operator = Operator.of(json.text(PATH + ".operator"));
                    case "value" -> value = json.text(PATH + ".value");
                    case "effect" -> effect = Effect.of(json.text(PATH + ".effect"));
                    case "tolerationSeconds" -> seconds = seconds(json);
                }
            }
            return new Toleration(key, operator, value, effect, seconds);
        }

        private static TolerationSeconds seconds(JsonCursor json) throws IOException, UnexpectedJsonException {
            Long seconds = json.integer(PATH + ".tolerationSeconds");
            return seconds == null ? TolerationSeconds.NEVER : TolerationSeconds.of(seconds);
        }
    }
}

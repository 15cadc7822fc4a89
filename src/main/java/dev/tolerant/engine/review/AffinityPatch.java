package dev.tolerant.engine.review;

import dev.tolerant.engine.decision.Change;
import dev.tolerant.engine.pod.NodeAffinity;
import dev.tolerant.engine.pod.NodePreference;
import dev.tolerant.engine.pod.NodeRequirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds to a pod's node affinity, beginning at the innermost part that the pod has. */
final class AffinityPatch {
    private static final String NODE_AFFINITY = "nodeAffinity";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final String TERMS = "nodeSelectorTerms";
    private static final String EXPRESSIONS = "matchExpressions";

    private final JsonBytes json;
    private final PatchOperations operations;
    private final String affinityPath;
    private final String nodeAffinityPath;
    private final Map<Integer, List<NodeRequirement>> required = new TreeMap<>();
    private final List<NodePreference> preferred = new ArrayList<>(0);

    /**
     * @param path the pointer to the pod's affinity
     * @param changes of which this writes those that are about node affinity
     */
    AffinityPatch(JsonBytes json, PatchOperations operations, String path, List<Change> changes) {
        this.json = json;
        this.operations = operations;
        this.affinityPath = path;
        this.nodeAffinityPath = affinityPath + "/" + NODE_AFFINITY;
        for (Change change : changes) {
            if (change instanceof Change.RequireNodes require) {
                required.computeIfAbsent(require.term(), any -> new ArrayList<>())
                        .add(require.requirement());
            } else if (change instanceof Change.PreferNodes prefer) {
                preferred.add(prefer.preference());
            }
        }
    }

    /** Writes the operations, of which there is at least one. */
    void write(NodeAffinity affinity) {
        switch (affinity.depth()) {
            case NONE -> {
                operations.startAdd(affinityPath);
                json.startObject();
                json.field(NODE_AFFINITY);
                writeNodeAffinity();
                json.endObject();
                operations.endAdd();
            }
            case AFFINITY -> {
                operations.startAdd(nodeAffinityPath);
                writeNodeAffinity();
                operations.endAdd();
            }
            case NODE_AFFINITY, REQUIRED -> {
                writeRequired(affinity);
                writePreferred(affinity);
            }
        }
    }

    private void writeNodeAffinity() {
        json.startObject();
        if (!required.isEmpty()) {
            json.field(REQUIRED);
            writeFirstTerm();
        }
        if (!preferred.isEmpty()) {
            json.field(PREFERRED);
            writePreferences();
        }
        json.endObject();
    }

    private void writeRequired(NodeAffinity affinity) {
        if (required.isEmpty()) {
            return;
        }
        String path = nodeAffinityPath + "/" + REQUIRED;
        if (affinity.depth() != NodeAffinity.Depth.REQUIRED) {
            operations.startAdd(path);
            writeFirstTerm();
            operations.endAdd();
            return;
        }
        for (Map.Entry<Integer, List<NodeRequirement>> term : required.entrySet()) {
            boolean empty =
                    affinity.terms().get(term.getKey()).matchExpressions().isEmpty();
            writeIntoTerm(path + "/" + TERMS + "/" + term.getKey() + "/" + EXPRESSIONS, empty, term.getValue());
        }
    }

    private void writeIntoTerm(String expressions, boolean empty, List<NodeRequirement> requirements) {
        if (empty) {
            operations.startAdd(expressions);
            writeAll(requirements);
            operations.endAdd();
            return;
        }
        for (NodeRequirement requirement : requirements) {
            operations.startAdd(expressions + "/-");
            writeOne(requirement);
            operations.endAdd();
        }
    }

    private void writePreferred(NodeAffinity affinity) {
        if (preferred.isEmpty()) {
            return;
        }
        String path = nodeAffinityPath + "/" + PREFERRED;
        if (affinity.preferred().isEmpty()) {
            operations.startAdd(path);
            writePreferences();
            operations.endAdd();
            return;
        }
        for (NodePreference preference : preferred) {
            operations.startAdd(path + "/-");
            writePreference(preference);
            operations.endAdd();
        }
    }

    private void writeFirstTerm() {
        json.startObject();
        json.field(TERMS);
        json.startArray();
        writeTerm(required.getOrDefault(0, List.of()));
        json.endArray();
        json.endObject();
    }

    private void writePreferences() {
        json.startArray();
        for (NodePreference preference : preferred) {
            writePreference(preference);
        }
        json.endArray();
    }

    private void writePreference(NodePreference preference) {
        json.startObject();
        json.field("weight", preference.weight());
        json.field("preference");
        writeTerm(preference.requirements());
        json.endObject();
    }

    private void writeTerm(List<NodeRequirement> requirements) {
        json.startObject();
        json.field(EXPRESSIONS);
        writeAll(requirements);
        json.endObject();
    }

    private void writeAll(List<NodeRequirement> requirements) {
        json.startArray();
        for (NodeRequirement requirement : requirements) {
            writeOne(requirement);
        }
        json.endArray();
    }

    private void writeOne(NodeRequirement requirement) {
        json.startObject();
        json.field("key", requirement.key());
        json.field("operator", requirement.operator());
        if (!requirement.values().isEmpty()) {
            json.field("values");
            json.startArray();
            for (String value : requirement.values()) {
                json.string(value);
            }
            json.endArray();
        }
        json.endObject();
    }
}

package dev.tolerant.observed.explain;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.decision.Refusal;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.policy.Snapshot;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A pod in a file as it would be stored, or a workload with a template that makes its pods the same.
 *
 * @param base the path of what the explanation's patch changes: the whole object, or its template
 * @param spec the path of the pods' spec
 */
public record PatchedManifest(Manifest manifest, JsonPointer base, JsonPointer spec, Explanation explanation) {

    /**
     * Asks the engine about a manifest that has pods. The controller of a DaemonSet gives its pods tolerations that do not
     * belong in the template, so the engine is asked about the DaemonSet instead of a pod.
     *
     * @param explainer one whose control plane appends no defaults, because defaults do not belong in a file
     */
    public static PatchedManifest of(Manifest manifest, Explainer explainer, Snapshot snapshot)
            throws InvalidManifestException {
        PodTemplate template = PodTemplate.of(manifest);
        JsonPointer spec = template.pointer().appendProperty("spec");
        return template.isOfDaemonSet()
                ? new PatchedManifest(
                        manifest, JsonPointer.empty(), spec, explainer.explainTemplate(manifest, snapshot))
                : new PatchedManifest(manifest, template.pointer(), spec, explainer.explain(manifest, snapshot, null));
    }

    /** The JSON Patch, relative to the base; empty if nothing changes. */
    public JsonNode patch() {
        return explanation.patch();
    }

    public boolean isRefused() {
        return explanation.refusal() != null;
    }

    /** The fields of the spec that are new or changed, with their new values. */
    public Map<String, JsonNode> changedFields() {
        JsonNode before = manifest.object().at(spec);
        Map<String, JsonNode> changed = new LinkedHashMap<>();
        object().at(spec).fields().forEachRemaining(field -> {
            if (!field.getValue().equals(before.get(field.getKey()))) {
                changed.put(field.getKey(), field.getValue());
            }
        });
        return changed;
    }

    /** Why the webhook refuses it; empty if it does not. */
    public String refusal() {
        Refusal refusal = explanation.refusal();
        return refusal == null ? "" : refusal.message();
    }

    /** The manifest's object with the changes made. */
    public ObjectNode object() {
        ObjectNode object = manifest.object().deepCopy();
        JsonNode changed = AppliedPatch.of(object.at(base), patch()).object();
        if (base.matches()) {
            return (ObjectNode) changed;
        }
        ((ObjectNode) object.at(base.head())).set(base.last().getMatchingProperty(), changed);
        return object;
    }
}

package dev.tolerant.engine.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.fge.jsonpatch.JsonPatch;
import com.github.fge.jsonpatch.JsonPatchException;
import dev.tolerant.engine.review.Engine.HealedPod;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * A pod that a cluster stores. Its author wrote its tolerations, unless managedFields say otherwise.
 *
 * @param pod its object
 */
record RunningPod(ObjectNode pod) {
    /** A pod with this {@code spec} and {@code metadata} in YAML, as its author wrote it. */
    static RunningPod of(String yaml) {
        ObjectNode pod = Yaml.object(yaml);
        ((ObjectNode) pod.withObject("/spec"))
                .withArray("containers")
                .addObject()
                .put("name", "main");
        ((ObjectNode) pod.withObject("/metadata"))
                .put("namespace", PodReview.NAMESPACE)
                .put("name", "web")
                .put("uid", "u")
                .put("resourceVersion", "7");
        return new RunningPod(pod).owned();
    }

    /** A pod with these tolerations in YAML, which its author wrote. */
    static RunningPod tolerating(String tolerations) {
        return of("spec: {tolerations: [" + tolerations + "]}");
    }

    /** Lets nobody own the tolerations: what is there came during admission. */
    RunningPod unowned() {
        ArrayNode managers = ((ObjectNode) pod.get("metadata")).putArray("managedFields");
        managers.addObject()
                .put("manager", "kubectl")
                .put("operation", "Update")
                .putObject("fieldsV1")
                .putObject("f:spec")
                .putObject("f:containers");
        return this;
    }

    private RunningPod owned() {
        ((ObjectNode) unowned().pod.at("/metadata/managedFields/0/fieldsV1/f:spec")).putObject("f:tolerations");
        return this;
    }

    /** Lets the keeper own the tolerations: it has changed them before. */
    RunningPod kept() {
        ((ObjectNode) owned().pod.at("/metadata/managedFields/0")).put("manager", "tolerant-keeper");
        return this;
    }

    /** What the keeper makes of it. */
    Healed in(PolicyCluster cluster) {
        HealedPod healed = cluster.heal(pod);
        return new Healed(healed, healed.patch() == null ? pod : patched(healed.patch()));
    }

    private JsonNode patched(byte[] patch) {
        try {
            return JsonPatch.fromJson(WholeProgram.JSON.readTree(patch)).apply(pod);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } catch (JsonPatchException doesNotApply) {
            throw new AssertionError("the patch does not apply: " + new String(patch), doesNotApply);
        }
    }

    /** A healed pod, and how it is stored afterwards. */
    record Healed(HealedPod healed, JsonNode after) {
        boolean isPatched() {
            return healed.patch() != null;
        }

        List<String> tolerations() {
            return PolicyCluster.inShort(after.at("/spec/tolerations"));
        }

        /** The sentences of what a rule withheld. */
        List<String> withheld() {
            return healed.decision().steps().stream()
                    .filter(Step.Withheld.class::isInstance)
                    .map(step -> step.rule() + " " + step.sentence())
                    .toList();
        }
    }
}

package dev.tolerant.observed.explain;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.observed.explain.Explanation.ExplainedObject;
import dev.tolerant.observed.explain.Explanation.Rewritten;
import dev.tolerant.observed.objects.ObjectKind.Controller;
import dev.tolerant.text.JsonTree;
import dev.tolerant.text.Report.Palette;
import dev.tolerant.text.Report.Palette.Tone;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An object of a file or a cluster, and the same with what the API server and the webhook give its pods: a pod as it would be
 * stored, a workload with a template that makes such pods.
 */
public record ChangedManifest(String title, JsonNode before, JsonNode after) {
    private static final int MAX_TITLE = 500;
    private static final int CONTEXT = 3;
    // --- and +++ with the names; a removed line may begin with dashes too.
    private static final int HEADING_LINES = 2;

    public static ChangedManifest of(Manifest manifest, Explanation explanation) {
        Rewritten first = explanation.rewritten().get(0);
        if (manifest.type().equals(Explainer.REVIEW)) {
            ExplainedObject about = explanation.about();
            return new ChangedManifest(
                    OneLine.of(about.kind() + " " + about.namespace() + "/" + about.name(), MAX_TITLE),
                    shown(first.before()),
                    shown(first.after()));
        }
        PodTemplate template = PodTemplate.of(manifest);
        // Its controller gives the pods of a DaemonSet tolerations that do not belong in the template.
        boolean ofDaemonSet = template.controller().equals(Optional.of(Controller.DAEMON_SET));
        JsonPointer changed = ofDaemonSet ? template.pointer() : JsonPointer.empty();
        JsonNode after = shown(manifest.object());
        JsonNode given = first.after().at(changed).path("spec");
        if (after.at(template.pointer()).path("spec") instanceof ObjectNode spec) {
            Stream.of("tolerations", "affinity")
                    .filter(given::has)
                    .forEach(field -> spec.set(field, given.get(field).deepCopy()));
            Set<JsonNode> added = ofDaemonSet ? Set.of() : template.addedByController();
            if (spec.path("tolerations") instanceof ArrayNode tolerations) {
                tolerations.removeIf(added::contains);
            }
        }
        return new ChangedManifest(manifest.title(), shown(manifest.object()), after);
    }

    /** A copy without managedFields, which the API server keeps and authors never write. */
    public static JsonNode shown(JsonNode object) {
        JsonNode copy = object.deepCopy();
        if (copy.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("managedFields");
        }
        return copy;
    }

    public String yaml() {
        return JsonTree.yaml(after);
    }

    /** The difference of both as YAML, as diff -u writes it; empty if nothing changes. */
    public String diff(Palette palette) {
        List<String> lines = JsonTree.yaml(before).lines().toList();
        List<String> changed = yaml().lines().toList();
        List<String> diff =
                UnifiedDiffUtils.generateUnifiedDiff(title, title, lines, DiffUtils.diff(lines, changed), CONTEXT);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < diff.size(); i++) {
            Tone tone = i < HEADING_LINES ? Tone.HEADING : tone(diff.get(i));
            text.append(palette.paint(tone, diff.get(i))).append('\n');
        }
        return text.toString();
    }

    private static Tone tone(String line) {
        return switch (line.isEmpty() ? ' ' : line.charAt(0)) {
            case '+' -> Tone.GOOD;
            case '-' -> Tone.BAD;
            case '@' -> Tone.DIM;
            default -> Tone.PLAIN;
        };
    }
}

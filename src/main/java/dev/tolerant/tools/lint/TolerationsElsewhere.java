package dev.tolerant.tools.lint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.NearNames;
import dev.tolerant.engine.manifest.Placeholder;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.TolerationRules;
import dev.tolerant.observed.explain.PodTemplate;
import dev.tolerant.tools.lint.Finding.CheckedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds what pods cannot have in lists of tolerations of objects of any kind, such as a Prometheus, whose controller copies them to pods. */
final class TolerationsElsewhere {
    private static final String TOLERATIONS = "tolerations";

    private final CheckedObject object;
    private final Manifest manifest;
    private final TolerationRules rules;
    private final String checked;
    private final List<Finding> findings = new ArrayList<>();
    private boolean found;

    /** @param checked the path of a list that has been checked already; empty if there is none */
    TolerationsElsewhere(CheckedObject object, Manifest manifest, TolerationRules rules, String checked) {
        this.object = object;
        this.manifest = manifest;
        this.rules = rules;
        this.checked = checked;
        search(manifest.object(), "");
    }

    /** Whether there is any such list. */
    boolean found() {
        return found;
    }

    List<Finding> findings() {
        return List.copyOf(findings);
    }

    private void search(JsonNode value, String path) {
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            String at = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
            if (field.getKey().equals(TOLERATIONS) && !at.equals(checked) && areTolerations(field.getValue())) {
                found = true;
                check(field.getValue(), at);
            } else {
                search(field.getValue(), at);
            }
        }
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            search(value.get(i), path + "[" + i + "]");
        }
    }

    /** Whether most fields of the items are those of tolerations. */
    private static boolean areTolerations(JsonNode list) {
        int known = 0;
        int fields = 0;
        for (JsonNode item : list) {
            if (!item.isObject()) {
                return false;
            }
            known += (int) item.properties().stream()
                    .filter(field -> AnnotationCheck.FIELDS.contains(field.getKey()))
                    .count();
            fields += item.size();
        }
        return list.isArray() && known > 0 && 2 * known >= fields;
    }

    private void check(JsonNode list, String path) {
        for (int i = 0; i < list.size(); i++) {
            String at = path + "[" + i + "]";
            if (!Placeholder.isIn(list.get(i))) {
                checkFields(list.get(i), at);
                checkEntry(list.get(i), at);
            }
        }
    }

    private void checkFields(JsonNode item, String path) {
        item.properties().forEach(field -> {
            List<String> near = AnnotationCheck.FIELDS.contains(field.getKey())
                    ? List.of()
                    : NearNames.to(field.getKey(), AnnotationCheck.FIELDS);
            if (!near.isEmpty()) {
                findings.add(new Finding(
                        object,
                        path + "." + field.getKey(),
                        LintCode.UNFAMILIAR_FIELD,
                        "is not a field of a toleration: did you mean " + String.join(" or ", near) + "?"));
            }
        });
    }

    private void checkEntry(JsonNode item, String path) {
        ObjectNode pod =
                JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("spec").putArray(TOLERATIONS).add(item);
        try {
            List<Toleration> read = PodTemplate.of(manifest.with(pod)).tolerations();
            rules.violation(read.get(0)).ifPresent(why -> add(path, "is refused where a pod gets it: " + why));
        } catch (InvalidManifestException wrongType) {
            ManifestProblem problem = wrongType.problem();
            add(path + problem.path().substring(problem.path().indexOf(']') + 1), problem.message());
        }
    }

    private void add(String path, String message) {
        findings.add(new Finding(object, path, LintCode.TOLERATION_ELSEWHERE, message));
    }
}

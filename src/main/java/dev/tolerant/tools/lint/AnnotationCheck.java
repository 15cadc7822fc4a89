package dev.tolerant.tools.lint;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.NearNames;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.Toleration.Operator;
import java.util.List;

/** Finds annotations, and labels that opt out, which the API server refuses or ignores, or which do less or more than they seem to. */
record AnnotationCheck(Findings found) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String METADATA = "metadata.";
    private static final String PATH = METADATA + "annotations.";
    private static final List<String> ANNOTATIONS =
            List.of(NamespaceFacts.DEFAULT_TOLERATIONS, NamespaceFacts.TOLERATIONS_WHITELIST);
    static final List<String> FIELDS = List.of("key", "operator", "value", "effect", "tolerationSeconds");

    void check(Manifest manifest, NamespaceFacts namespace) {
        JsonNode annotations = manifest.object().path("metadata").path("annotations");
        annotations.properties().forEach(annotation -> checkName(annotation.getKey()));
        ANNOTATIONS.forEach(name -> checkFields(name, annotations.path(name).asText()));
        namespace
                .problems()
                .forEach(problem -> found.add(PATH + problem.annotation(), LintCode.INVALID_NAMESPACE, problem.why()));
        namespace.whitelist().forEach(this::checkWhitelisted);
    }

    private void checkName(String name) {
        if (ANNOTATIONS.contains(name)) {
            return;
        }
        ANNOTATIONS.stream()
                .filter(meant -> isLike(name, meant))
                .forEach(meant ->
                        found.add(PATH + name, LintCode.INVALID_NAMESPACE, "is ignored: did you mean " + meant + "?"));
    }

    private static boolean isLike(String name, String meant) {
        String last = last(name);
        boolean isSameButForCase = last.equalsIgnoreCase(last(meant));
        return isSameButForCase || (isNear(prefix(name), prefix(meant)) && isNear(last, last(meant)));
    }

    private static boolean isNear(String typed, String meant) {
        return !NearNames.to(typed, List.of(meant)).isEmpty();
    }

    private static String prefix(String name) {
        return name.substring(0, Math.max(0, name.indexOf('/')));
    }

    private static String last(String name) {
        return name.substring(name.indexOf('/') + 1);
    }

    private void checkFields(String annotation, String text) {
        JsonNode entries = entries(text);
        for (int i = 0; i < entries.size(); i++) {
            String path = PATH + annotation + "[" + i + "].";
            entries.get(i).properties().forEach(field -> checkField(path, field.getKey()));
        }
    }

    /** A value that is not a list is reported with the namespace. */
    private static JsonNode entries(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException notJson) {
            return JsonNodeFactory.instance.missingNode();
        }
    }

    private void checkField(String path, String name) {
        if (FIELDS.stream().anyMatch(name::equalsIgnoreCase)) {
            return;
        }
        List<String> near = NearNames.to(name, FIELDS);
        String fields = "a toleration has " + String.join(", ", FIELDS);
        found.add(
                path + name,
                near.isEmpty() ? LintCode.UNFAMILIAR_FIELD : LintCode.INVALID_NAMESPACE,
                "is ignored: " + (near.isEmpty() ? fields : "did you mean " + String.join(" or ", near) + "?"));
    }

    private void checkWhitelisted(Toleration entry) {
        if (entry.key().isEmpty() && entry.operator() == Operator.EXISTS && entry.effect() != Effect.UNKNOWN) {
            found.add(
                    PATH + NamespaceFacts.TOLERATIONS_WHITELIST,
                    LintCode.OPEN_WHITELIST,
                    "has the entry " + entry + " without a key, which admits every toleration"
                            + (entry.effect() == Effect.ANY
                                    ? ""
                                    : " with effect " + entry.effect().text())
                            + ": name the keys that pods may tolerate");
        }
    }

    /** Finds where {@value PodFacts#INJECT_LABEL} opts nothing out. The path and the pointer are those of the pods that the object has or makes; empty for a Namespace. */
    void checkOptOut(Manifest manifest, String path, JsonPointer pointer) {
        JsonNode judged = manifest.object().at(pointer).path("metadata");
        JsonNode label = judged.path("labels").path(PodFacts.INJECT_LABEL);
        if (label.isTextual() && !List.of("true", "false").contains(label.textValue())) {
            add(path + METADATA + "labels", "has no effect: write \"false\" to opt out, or remove it");
        }
        checkAnnotation(judged, path, path);
        if (!path.isEmpty()) {
            JsonNode own = manifest.object().path("metadata");
            boolean isOut =
                    own.path("labels").path(PodFacts.INJECT_LABEL).asText().equals("false");
            if (isOut && label.isMissingNode()) {
                add(METADATA + "labels", "has no effect on the pods: write it as " + path + "metadata.labels");
            }
            checkAnnotation(own, "", path);
        }
    }

    private void checkAnnotation(JsonNode metadata, String path, String meant) {
        if (metadata.path("annotations").has(PodFacts.INJECT_LABEL)) {
            add(
                    path + METADATA + "annotations",
                    "has no effect: write it as a label, in " + meant + METADATA + "labels");
        }
    }

    private void add(String path, String message) {
        found.add(path + "." + PodFacts.INJECT_LABEL, LintCode.INJECT_IGNORED, message);
    }
}

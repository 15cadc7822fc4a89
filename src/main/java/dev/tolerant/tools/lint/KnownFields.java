package dev.tolerant.tools.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.crd.NodeReader;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.NearNames;
import dev.tolerant.engine.review.ResourcesReader;
import dev.tolerant.engine.words.LabelSyntax;
import dev.tolerant.observed.explain.PodTemplate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds fields that the API's objects do not have, which strict validation refuses and others drop, and values of other types than
 * theirs, which it refuses.
 *
 * @param inner the path, and {@code innerType} the class, of the fields that are often written at another place; empty if there are none
 */
record KnownFields(Findings found, String inner, String innerType, boolean ofApi) {
    /** The packages that the table comes from, then a class with the types of its fields a line, first that of all kinds; a test makes it. */
    private static final List<String> TABLE =
            ManifestFile.bundled("/schema/fields.txt").lines().toList();
    /** {@code [x]} is a list, {@code {x}} a map. */
    private static final Map<String, Map<String, String>> CLASSES = TABLE.stream()
            .skip(1)
            .map(line -> line.split(": ", 2))
            .collect(Collectors.toMap(named -> named[0], named -> typed(named[1])));

    private static final Map<String, String> KINDS = typesOf("");
    private static final String POD_SPEC = "PodSpec";

    private static Map<String, String> typed(String fields) {
        return Stream.of(fields.split(", "))
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(
                        field -> field[0], field -> field[1], (one, other) -> other, LinkedHashMap::new));
    }

    private static Map<String, String> typesOf(String type) {
        return CLASSES.getOrDefault(type, Map.of());
    }

    /** True where the table has the fields of objects of this kind. */
    static boolean has(Manifest manifest) {
        return KINDS.containsKey(manifest.type());
    }

    /** Of an object whose kind the table has. */
    static void check(Findings found, Manifest manifest) {
        boolean isNodePool = manifest.type().equals(NodeReader.NODE_POOL);
        String inner = PodTemplate.anyIn(manifest)
                .map(template -> template.path() + "spec")
                .orElse(isNodePool ? "spec.template.spec" : "");
        KnownFields check = new KnownFields(found, inner, isNodePool ? "NodePoolTemplateSpec" : POD_SPEC, true);
        check.check(manifest.object(), KINDS.getOrDefault(manifest.type(), ""), "");
        if (!manifest.name().isEmpty() && !LabelSyntax.isSubdomain(manifest.name())) {
            check.add(
                    "metadata.name",
                    LintCode.INVALID_VALUE,
                    "is not a name: write lower-case letters, digits, - and ., which begin and end with a letter or digit");
        }
    }

    static void check(Findings found, Manifest manifest, PodTemplate template) {
        if (has(manifest)) {
            check(found, manifest);
            return;
        }
        KnownFields check = new KnownFields(found, template.path() + "spec", POD_SPEC, false);
        check.kind(manifest);
        check.fields(manifest.object().at(template.pointer()), "PodTemplateSpec", template.path());
    }

    /** Fields that begin with $ say how the patch is merged. */
    static void checkPatch(Findings found, Manifest manifest, PodTemplate template) {
        check(found, manifest, template);
        found.all()
                .removeIf(finding -> finding.path()
                        .substring(finding.path().lastIndexOf('.') + 1)
                        .startsWith("$"));
    }

    /** For an object whose other fields have a schema. */
    static void checkMetadata(Findings found, Manifest manifest) {
        new KnownFields(found, "spec", POD_SPEC, true)
                .check(manifest.object().path("metadata"), "ObjectMeta", "metadata");
    }

    private void kind(Manifest manifest) {
        String version = manifest.object().path("apiVersion").asText();
        List<String> kinds = KINDS.keySet().stream()
                .filter(type -> type.startsWith(version + "/") && !version.equals("v1"))
                .map(type -> type.substring(version.length() + 1))
                .toList();
        List<String> near = NearNames.to(manifest.kind(), kinds);
        if (!near.isEmpty()) {
            found.add(
                    "kind",
                    LintCode.UNKNOWN_FIELD,
                    "is not a kind of " + version + ": did you mean " + String.join(" or ", near) + "?");
        }
    }

    private void check(JsonNode value, String type, String path) {
        if (value.isNull() || value.isMissingNode()) {
            return;
        }
        switch (type) {
            case "any" -> {}
            case "text" -> require(value.isTextual(), "a string", value, path);
            case "boolean" -> require(value.isBoolean(), "true or false", value, path);
            case "int" ->
                require(value.isIntegralNumber() && value.canConvertToLong(), "a 64-bit whole number", value, path);
            case "either" ->
                require(value.isTextual() || value.isIntegralNumber(), "a whole number or a string", value, path);
            case "quantity" -> {
                if (ResourcesReader.amount(value) == null) {
                    add(path, LintCode.UNREADABLE, "is not a quantity");
                }
            }
            case "{label}" -> {
                check(value, "{text}", path);
                value.properties().forEach(label -> label(label.getKey(), label.getValue(), path));
            }
            default -> {
                String inner = type.substring(1, type.length() - 1);
                if (type.startsWith("[")) {
                    require(value.isArray(), "a list", value, path);
                    for (int i = 0; value.isArray() && i < value.size(); i++) {
                        check(value.get(i), inner, path + "[" + i + "]");
                    }
                } else if (require(value.isObject(), "an object", value, path)) {
                    if (type.startsWith("{")) {
                        value.properties()
                                .forEach(entry -> check(entry.getValue(), inner, path + "." + entry.getKey()));
                    } else {
                        fields(value, type, path.isEmpty() ? "" : path + ".");
                    }
                }
            }
        }
    }

    /** The path is that of the object, with a dot after it, or empty. */
    private void fields(JsonNode value, String type, String path) {
        Map<String, String> fields = typesOf(type);
        value.properties().forEach(field -> {
            String known = fields.get(field.getKey());
            if (known == null) {
                unknown(path + field.getKey(), field.getKey(), fields.keySet());
            } else {
                check(field.getValue(), known, path + field.getKey());
            }
        });
    }

    private boolean require(boolean fits, String wanted, JsonNode value, String path) {
        if (!fits) {
            boolean isText = wanted.equals("a string") && value.isValueNode();
            add(
                    path,
                    LintCode.UNREADABLE,
                    "must be " + wanted + ", but is " + Fields.typeOf(value) + (isText ? ": put it in quotes" : ""));
        }
        return fits;
    }

    private void label(String name, JsonNode value, String path) {
        if (!LabelSyntax.isName(name)) {
            add(path + "." + name, LintCode.INVALID_VALUE, "is not the name of a label: " + LabelSyntax.NAME);
        }
        if (value.isTextual() && !LabelSyntax.isValue(value.textValue())) {
            add(path + "." + name, LintCode.INVALID_VALUE, "is not the value of a label: " + LabelSyntax.VALUE);
        }
    }

    /** Kinds that others define may have other types. */
    private void add(String path, LintCode code, String message) {
        if (ofApi) {
            found.add(path, code, message);
        }
    }

    private void unknown(String path, String name, Set<String> siblings) {
        String hint = hint(name, siblings);
        if (!hint.isEmpty()) {
            found.add(path, LintCode.UNKNOWN_FIELD, "is not a field of the API: " + hint);
        } else if (ofApi) {
            found.add(
                    path,
                    LintCode.UNFAMILIAR_FIELD,
                    "is not a field of the API that tolerant knows ("
                            + TABLE.get(0).substring("# ".length())
                            + "): remove it, unless the cluster's Kubernetes is newer");
        }
    }

    /** Empty if there is no field like it. */
    private String hint(String name, Set<String> siblings) {
        List<String> near = near(name, siblings);
        if (!near.isEmpty()) {
            return "did you mean " + String.join(" or ", near) + "?";
        }
        if (inner.isEmpty()) {
            return "";
        }
        List<String> ofInner = near(name, typesOf(innerType).keySet());
        if (!ofInner.isEmpty()) {
            return "did you mean " + inner + "." + ofInner.get(0) + "?";
        }
        return typesOf("Affinity").containsKey(name) && innerType.equals(POD_SPEC)
                ? "did you mean " + inner + ".affinity." + name + "?"
                : "";
    }

    private static List<String> near(String name, Set<String> fields) {
        return fields.stream()
                .filter(name::equalsIgnoreCase)
                .findFirst()
                .map(List::of)
                .orElseGet(() -> NearNames.to(name, fields));
    }
}

package dev.tolerant.engine.crd;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.policy.Reserve.ReservedTaint;
import dev.tolerant.engine.words.LabelSyntax;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The rules by which the API accepts a TolerationPolicy: the schema of its CRD, {@code helm/tolerant/files/crd.yaml}, and for each CEL rule
 * there a twin in Java.
 */
public final class PolicySchema {
    private static final JsonNode SPEC = read();
    private static final Map<String, Pattern> PATTERNS = SPEC.findValuesAsText("pattern").stream()
            .distinct()
            .collect(Collectors.toUnmodifiableMap(pattern -> pattern, Pattern::compile));

    private static final Set<String> FIELDS = Set.of("apiVersion", "kind", "metadata", "spec", "status");
    private static final Set<String> OF_EVERYBODY =
            Set.of("system:authenticated", "system:serviceaccounts", "system:serviceaccounts:kube-system");
    private static final TolerationRules TOLERATIONS = new TolerationRules(true);
    private static final String LABEL_VALUE = "must be a label value: at most 63 letters, digits, '-', '_' and '.'";

    /** The guard reads such names line by line. */
    private static final String ONE_LINE = "must not have line breaks or other control characters";

    /** By the field whose text does not match its pattern. */
    private static final Map<String, String> FORMS = Map.ofEntries(
            entry("key", "must be a label name such as example.com/pool"),
            entry("value", LABEL_VALUE),
            entry("values", LABEL_VALUE),
            entry("matchLabels", LABEL_VALUE),
            entry("nodeSelector", LABEL_VALUE),
            entry("ownerKinds", "must be a kind such as Job, or group/Kind for one that is not Kubernetes' own"),
            entry("resources", "must be the name of a resource such as nvidia.com/gpu"),
            entry("priorityClassNames", "must be the name of a PriorityClass such as high-priority"),
            entry("os", "must be the name of an operating system such as linux"),
            entry("taintKeys", "must be the key of a taint, or prefix/*"),
            entry("serviceAccounts", "must be namespace/name, or namespace/*"),
            entry("namespaces", "must be the name of a namespace"),
            entry("users", ONE_LINE),
            entry("groups", ONE_LINE),
            entry("namespaceLabel", "must be a label name such as example.com/team"));

    private static final Map<String, String> REQUIRED = Map.of(
            "match", "is required; {} is every pod",
            "taintKeys", "is required; [] is a pool without taints, or one whose NodePools declare them");

    /** The twins of the CRD's rules by their messages; each gets a value that fits the schema. */
    private static final Map<String, Predicate<JsonNode>> RULES = Map.ofEntries(
            entry(
                    "must have values where operator is In or NotIn",
                    requirement -> !has(requirement, "operator", "In", "NotIn")
                            || requirement.has("valuesFrom")
                            || !isEmpty(requirement, "values")),
            entry(
                    "must have values or valuesFrom, but not both",
                    requirement -> !requirement.has("values") || !requirement.has("valuesFrom")),
            entry(
                    "must have operator In with valuesFrom",
                    requirement -> !requirement.has("valuesFrom")
                            || text(requirement, "operator").equals("In")),
            entry(
                    "must have value or valueFrom, but not both",
                    toleration -> !toleration.has("value") || !toleration.has("valueFrom")),
            entry(
                    "must have operator Equal, or none, with valueFrom",
                    toleration -> !toleration.has("valueFrom")
                            || !toleration.has("operator")
                            || text(toleration, "operator").equals("Equal")),
            entry(
                    "must not have values where operator is Exists or DoesNotExist",
                    requirement ->
                            !has(requirement, "operator", "Exists", "DoesNotExist") || isEmpty(requirement, "values")),
            entry(
                    "must have exactly one value, a whole number of at most 18 digits, where operator is Gt or Lt",
                    requirement -> !has(requirement, "operator", "Gt", "Lt")
                            || (requirement.path("values").size() == 1
                                    && requirement
                                            .path("values")
                                            .get(0)
                                            .asText()
                                            .matches("[0-9]{1,18}"))),
            entry(
                    "must be direct controllers: ReplicaSet in place of Deployment, Job in place of CronJob",
                    kinds -> none(kinds, Set.of("Deployment", "CronJob")::contains)),
            entry(
                    "must not be empty: an empty entry would exclude every pod",
                    exclude -> selects(exclude.path("namespaceSelector"))
                            || selects(exclude.path("podSelector"))
                            || !isEmpty(exclude, "ownerKinds")
                            || !isEmpty(exclude, "resources")
                            || !isEmpty(exclude, "priorityClassNames")),
            entry(
                    "must not be empty: an empty selector would be every node of the cluster",
                    selector -> selects(selector) || !isEmpty(selector, "matchLabelsFrom")),
            entry(
                    "must not have a label in both matchLabels and matchLabelsFrom",
                    selector -> selector.path("matchLabelsFrom").properties().stream()
                            .noneMatch(label -> selector.path("matchLabels").has(label.getKey()))),
            entry(
                    "must not have keys by which the control plane marks the condition of any node: pods that tolerate them"
                            + " would be placed on nodes that cannot run them",
                    keys -> none(keys, key -> key.equals("node.kubernetes.io/*") || NodeTaints.isOfCondition(key))),
            entry(
                    "must not have keys that begin with node.kubernetes.io/ or node.cloudprovider.kubernetes.io/: these"
                            + " taints are the control plane's",
                    taints -> taints.valueStream()
                            .noneMatch(taint -> ReservedTaint.isOfControlPlane(text(taint, "key")))),
            entry(
                    "must not name a group of every user or of every controller: it would exempt every pod",
                    exempt -> none(exempt.path("groups"), OF_EVERYBODY::contains)),
            entry(
                    "must not name a controller of kube-system, which makes pods for others: it would exempt every pod",
                    exempt -> none(
                            exempt.path("users"),
                            user -> user.equals("system:kube-controller-manager")
                                    || user.startsWith("system:serviceaccount:kube-system:"))),
            entry(
                    "reserve needs a match.namespaceSelector that asks for a label (matchLabels, In or Exists): without"
                            + " one every namespace could be inside",
                    spec -> !spec.has("reserve")
                            || asksForALabel(spec.path("match").path("namespaceSelector"))),
            entry(
                    "reserve needs a key in each of spec.tolerations: without one every taint of the cluster would be"
                            + " reserved",
                    spec -> !spec.has("reserve")
                            || spec.path("tolerations")
                                    .valueStream()
                                    .noneMatch(each -> text(each, "key").isEmpty())),
            entry(
                    "reserve needs something to reserve: spec.tolerations, or spec.reserve.taints",
                    spec -> !spec.has("reserve")
                            || spec.has("nodes")
                            || !isEmpty(spec, "tolerations")
                            || !isEmpty(spec.path("reserve"), "taints")));

    private final List<ManifestProblem> problems = new ArrayList<>();

    private PolicySchema() {}

    private static JsonNode read() {
        String file = "/schema/crd.yaml";
        try {
            return ManifestFile.of(file, ManifestFile.bundled(file))
                    .documents()
                    .get(0)
                    .at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");
        } catch (InvalidManifestException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public static JsonNode ofSpec() {
        return SPEC;
    }

    /**
     * The problems in the fields and the spec of a policy, in their order. As in an API server, a rule is applied only where
     * everything below fits the schema, and null stands for a field's default, if it has one.
     */
    static List<ManifestProblem> problems(JsonNode policy) {
        PolicySchema check = new PolicySchema();
        policy.fieldNames().forEachRemaining(name -> {
            if (!FIELDS.contains(name)) {
                check.problem(name, "is not a field of the API; there are apiVersion, kind, metadata and spec");
            }
        });
        if (policy.has("spec")) {
            check.check(policy.get("spec"), SPEC, "spec", "spec");
        } else {
            check.problem("spec", "is required");
        }
        return List.copyOf(check.problems);
    }

    /** @param field the last of the path that has a name: of a list's item or a map's value the field of the list or map */
    private void check(JsonNode value, JsonNode schema, String path, String field) {
        int before = problems.size();
        switch (type(value, schema)) {
            case "object" -> checkObject(value, schema, path, field);
            case "array" -> checkList(value, schema, path, field);
            case "string" -> checkText(value.asText(), schema, path, field);
            case "integer" -> checkNumber(value, schema, path);
            case "boolean" -> {}
            default -> problem(path, "must be " + wanted(schema) + ", but is " + found(value));
        }
        if (problems.size() == before) {
            schema.path("x-kubernetes-validations").forEach(rule -> apply(text(rule, "message"), value, path));
        }
    }

    /** The twins of the rules about a toleration are {@link TolerationRules}, which have the same sentences. */
    private void apply(String message, JsonNode value, String path) {
        Predicate<JsonNode> rule = RULES.get(message);
        boolean isKept = rule == null
                ? TOLERATIONS
                        .violation(toleration(value))
                        .filter(message::equals)
                        .isEmpty()
                : rule.test(value);
        if (!isKept) {
            problem(path, message.startsWith("must ") ? message : "is refused: " + message);
        }
    }

    private void checkObject(JsonNode value, JsonNode schema, String path, String field) {
        for (JsonNode required : schema.path("required")) {
            String name = required.asText();
            if (!value.has(name)) {
                JsonNode choices = schema.path("properties").path(name).path("enum");
                problem(
                        path + "." + name,
                        choices.isEmpty() ? REQUIRED.getOrDefault(name, "is required") : oneOf(choices));
            }
        }
        atMost(value.size(), schema.path("maxProperties"), path, "entries");
        for (Map.Entry<String, JsonNode> each : value.properties()) {
            String name = each.getKey();
            String at = path + "." + name;
            JsonNode ofField = schema.path("properties").path(name);
            if (schema.has("additionalProperties")) {
                // An API server knows no form of the names in a map, and takes any; every map of a policy is one of
                // labels.
                if (!LabelSyntax.isName(name)) {
                    problem(path, "must have label names such as example.com/team, not '" + name + "'");
                }
                check(each.getValue(), schema.get("additionalProperties"), at, field);
            } else if (ofField.isMissingNode()) {
                String known = schema.path("properties")
                        .propertyStream()
                        .map(Map.Entry::getKey)
                        .collect(Collectors.joining(", "));
                problem(at, "is not a field of the API; there are " + known);
            } else if (!each.getValue().isNull() || !ofField.has("default")) {
                check(each.getValue(), ofField, at, name);
            }
        }
    }

    private void checkList(JsonNode value, JsonNode schema, String path, String field) {
        atMost(value.size(), schema.path("maxItems"), path, "entries");
        for (int i = 0; i < value.size(); i++) {
            check(value.get(i), schema.path("items"), path + "[" + i + "]", field);
        }
    }

    private void checkText(String text, JsonNode schema, String path, String field) {
        JsonNode choices = schema.path("enum");
        if (!choices.isEmpty()
                && choices.valueStream().noneMatch(choice -> choice.asText().equals(text))) {
            problem(path, oneOf(choices));
        }
        int length = text.codePointCount(0, text.length());
        if (!atMost(length, schema.path("maxLength"), path, "characters")) {
            return;
        }
        if (length < schema.path("minLength").asInt()) {
            problem(path, "must not be empty");
        }
        Pattern pattern = PATTERNS.get(text(schema, "pattern"));
        // Not find(): to Java, but not to an API server, $ is also the place before a last line break.
        if (pattern != null && !pattern.matcher(text).matches()) {
            String form = isIntOrString(schema) ? "must be " + wanted(schema) : FORMS.get(field);
            problem(path, form == null ? "is '" + text + "', which does not match " + pattern : form);
        }
    }

    private void checkNumber(JsonNode value, JsonNode schema, String path) {
        boolean fits = value.canConvertToLong()
                && value.asLong() >= schema.path("minimum").asLong(Long.MIN_VALUE)
                && value.asLong() <= schema.path("maximum").asLong(Long.MAX_VALUE);
        if (!fits) {
            problem(path, "must be " + wanted(schema));
        }
    }

    private boolean atMost(int size, JsonNode limit, String path, String noun) {
        if (limit.isNumber() && size > limit.asInt()) {
            problem(path, "has " + size + " " + noun + ", but may have at most " + limit);
            return false;
        }
        return true;
    }

    /** Empty if the schema does not allow the type. */
    private static String type(JsonNode value, JsonNode schema) {
        String type = switch (value.getNodeType()) {
            case OBJECT -> "object";
            case ARRAY -> "array";
            case STRING -> "string";
            case BOOLEAN -> "boolean";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            default -> "null";
        };
        boolean isAllowed = isIntOrString(schema)
                ? type.equals("integer") || type.equals("string")
                : type.equals(text(schema, "type"));
        return isAllowed ? type : "";
    }

    private static boolean isIntOrString(JsonNode schema) {
        return schema.path("x-kubernetes-int-or-string").asBoolean();
    }

    private static String wanted(JsonNode schema) {
        if (isIntOrString(schema)) {
            return "a whole number of seconds from " + schema.path("minimum").asLong() + " to "
                    + schema.path("maximum").asLong() + ", or Never";
        }
        return switch (text(schema, "type")) {
            case "object" -> "an object";
            case "array" -> "a list";
            case "string" -> "a string";
            case "boolean" -> "true or false";
            default ->
                "a whole number"
                        + (schema.has("minimum") ? " from " + schema.get("minimum") : "")
                        + (schema.has("maximum") ? " to " + schema.get("maximum") : "");
        };
    }

    private static String found(JsonNode value) {
        return value.isContainerNode() || value.isTextual() ? Fields.typeOf(value) : value.asText();
    }

    private static String oneOf(JsonNode choices) {
        return "must be one of " + choices.valueStream().map(JsonNode::asText).collect(Collectors.joining(", "));
    }

    /** An omitted operator becomes Equal. */
    static Toleration toleration(JsonNode toleration) {
        return Toleration.written(
                        text(toleration, "key"),
                        text(toleration, "operator"),
                        text(toleration, "value"),
                        text(toleration, "effect"),
                        toleration.has("tolerationSeconds")
                                ? (Long) toleration.path("tolerationSeconds").asLong()
                                : null)
                .withMeaning();
    }

    private static boolean asksForALabel(JsonNode selector) {
        return !isEmpty(selector, "matchLabels")
                || selector.path("matchExpressions")
                        .valueStream()
                        .anyMatch(each -> has(each, "operator", "In", "Exists"));
    }

    private static boolean selects(JsonNode selector) {
        return !isEmpty(selector, "matchLabels") || !isEmpty(selector, "matchExpressions");
    }

    private static boolean has(JsonNode object, String field, String one, String other) {
        return text(object, field).equals(one) || text(object, field).equals(other);
    }

    private static boolean none(JsonNode texts, Predicate<String> refused) {
        return texts.valueStream().map(JsonNode::asText).noneMatch(refused);
    }

    private static boolean isEmpty(JsonNode object, String field) {
        return object.path(field).isEmpty();
    }

    static String text(JsonNode object, String field) {
        return object.path(field).asText();
    }

    private void problem(String path, String message) {
        problems.add(ManifestProblem.of(path, message));
    }
}

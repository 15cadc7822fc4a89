package dev.tolerant.tools.lint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.NearNames;
import dev.tolerant.engine.manifest.Placeholder;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.observed.explain.PodTemplate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds what pods cannot have in lists of tolerations of objects of any kind, such as a Prometheus, whose controller copies them to
 * pods; and what ResourceClaims cannot have, whose tolerations are of devices' taints.
 *
 * @param checked the path of a list that has been checked already; empty if there is none
 */
record TolerationsElsewhere(Findings found, Manifest manifest, TolerationRules rules, String checked) {
    private static final String TOLERATIONS = "tolerations";
    private static final String NODE_SELECTOR = "nodeSelector";
    private static final List<String> MEANT = List.of(TOLERATIONS, NODE_SELECTOR);
    private static final Pattern CLAIM = Pattern.compile("resource\\.k8s\\.io/\\w+/ResourceClaim(Template)?");
    /** Where the tolerations of devices stand; in v1beta1 a request had them itself. */
    private static final String OF_DEVICES = "spec.devices.requests[].exactly.tolerations";

    private static final Pattern PLACE = Pattern.compile(
            "spec\\.(spec\\.)?devices\\.requests\\[\\d+]\\.(exactly|firstAvailable\\[\\d+])\\.tolerations");
    private static final Set<String> DEVICE_OPERATORS = Set.of("", "Equal", "Exists");
    private static final Set<String> DEVICE_EFFECTS = Set.of("", "NoSchedule", "NoExecute", "None");

    /** False if there is no such list. */
    boolean check() {
        return search(manifest.object(), "");
    }

    private boolean search(JsonNode value, String path) {
        boolean isFound = false;
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            String at = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
            if (field.getKey().equals(TOLERATIONS)
                    && CLAIM.matcher(manifest.type()).matches()) {
                isFound = true;
                checkOfDevices(field.getValue(), at);
            } else if (field.getKey().equals(TOLERATIONS) && !at.equals(checked) && areTolerations(field.getValue())) {
                isFound = true;
                check(field.getValue(), at);
            } else if (!isChecked(at) && isMisspelt(field.getKey(), field.getValue())) {
                isFound = true;
                String meant = NearNames.to(field.getKey(), MEANT).get(0);
                found.add(at, LintCode.UNFAMILIAR_FIELD, "may be a misspelt field: did you mean " + meant + "?");
            } else {
                isFound |= search(field.getValue(), at);
            }
        }
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            isFound |= search(value.get(i), path + "[" + i + "]");
        }
        return isFound;
    }

    /** True for a field beside the list that has been checked already, as the names there have been too. */
    private boolean isChecked(String path) {
        return path.substring(0, path.lastIndexOf('.') + 1).concat(TOLERATIONS).equals(checked);
    }

    /** True for a field of pods under another name, by what it holds. */
    private static boolean isMisspelt(String name, JsonNode value) {
        boolean isSelector =
                value.isObject() && !value.isEmpty() && value.valueStream().allMatch(JsonNode::isTextual);
        return name.chars().allMatch(Character::isLetter)
                && !MEANT.contains(name)
                && (isSelector || areTolerations(value))
                && NearNames.to(name, MEANT).equals(List.of(isSelector ? NODE_SELECTOR : TOLERATIONS));
    }

    /** True if most fields of the items are those of tolerations. */
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

    private void checkOfDevices(JsonNode list, String path) {
        boolean isOfTemplate = manifest.kind().endsWith("Template");
        if (!PLACE.matcher(path).matches() || path.startsWith("spec.spec.") != isOfTemplate) {
            if (!manifest.type().contains("/v1beta1/")) {
                found.add(
                        path,
                        LintCode.UNKNOWN_FIELD,
                        "is not a field of the API: write " + (isOfTemplate ? "spec." : "") + OF_DEVICES
                                + ", or firstAvailable[] in place of exactly");
            }
            return;
        }
        for (int i = 0; i < list.size(); i++) {
            JsonNode item = list.path(i);
            String at = path + "[" + i + "]";
            checkFields(item, at);
            try {
                Toleration read = read(item);
                Optional<String> why =
                        !DEVICE_OPERATORS.contains(item.path("operator").asText(""))
                                ? Optional.of("operator must be Exists or Equal")
                                : !DEVICE_EFFECTS.contains(item.path("effect").asText(""))
                                        ? Optional.of("effect must be NoSchedule, NoExecute, None or absent")
                                        : rules.violation(new Toleration(
                                                read.key(),
                                                read.operator(),
                                                read.value(),
                                                Effect.ANY,
                                                TolerationSeconds.NEVER));
                why.ifPresent(refused -> found.add(at, LintCode.INVALID_TOLERATION, "is refused: " + refused));
            } catch (InvalidManifestException wrongType) {
                found.add(
                        at + rest(wrongType),
                        LintCode.INVALID_TOLERATION,
                        wrongType.problem().message());
            }
        }
    }

    private void checkFields(JsonNode item, String path) {
        item.properties().forEach(field -> {
            List<String> near = AnnotationCheck.FIELDS.contains(field.getKey())
                    ? List.of()
                    : NearNames.to(field.getKey(), AnnotationCheck.FIELDS);
            if (!near.isEmpty()) {
                found.add(
                        path + "." + field.getKey(),
                        LintCode.UNFAMILIAR_FIELD,
                        "is not a field of a toleration: did you mean " + String.join(" or ", near) + "?");
            }
        });
    }

    private Toleration read(JsonNode item) throws InvalidManifestException {
        ObjectNode pod =
                JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("spec").putArray(TOLERATIONS).add(item);
        return PodTemplate.of(manifest.with(pod)).tolerations().get(0);
    }

    private static String rest(InvalidManifestException wrongType) {
        String path = wrongType.problem().path();
        return path.substring(path.indexOf(']') + 1);
    }

    private void checkEntry(JsonNode item, String path) {
        try {
            rules.violation(read(item)).ifPresent(why -> add(path, "is refused where a pod gets it: " + why));
        } catch (InvalidManifestException wrongType) {
            add(path + rest(wrongType), wrongType.problem().message());
        }
    }

    private void add(String path, String message) {
        found.add(path, LintCode.TOLERATION_ELSEWHERE, message);
    }
}

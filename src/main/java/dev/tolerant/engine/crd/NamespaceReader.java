package dev.tolerant.engine.crd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tolerant.engine.decision.OneLine;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.toleration.LabelSyntax;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.engine.toleration.TolerationRules;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Reads the labels and annotations of a Namespace, once, so that no review has to. */
public final class NamespaceReader {
    /** What a Namespace is in a file. */
    public static final String TYPE = "v1/Namespace";

    private static final int MAX_PROBLEM = 500;
    // Every pod of the namespace gets all of them, and an annotation has room for thirty thousand.
    private static final int MAX_NODE_LABELS = 250;
    private static final ObjectMapper LENIENT = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final TolerationRules rules;
    private final String name;
    private final Map<String, String> annotations;
    private final List<String> problems = new ArrayList<>();

    private NamespaceReader(TolerationRules rules, String name, Map<String, String> annotations) {
        this.rules = rules;
        this.name = name;
        this.annotations = annotations;
    }

    /** The facts of a namespace; what cannot be read is left out and reported in a sentence. */
    public static NamespaceFacts read(Namespace namespace, TolerationRules rules) {
        Map<String, String> labels = namespace.getMetadata().getLabels();
        Map<String, String> annotations = namespace.getMetadata().getAnnotations();
        return new NamespaceReader(
                        rules, namespace.getMetadata().getName(), annotations == null ? Map.of() : annotations)
                .read(labels == null ? Map.of() : withoutNulls(labels));
    }

    /** The API server reads a label that is null as an empty one. */
    private static Map<String, String> withoutNulls(Map<String, String> labels) {
        // The JDK's immutable maps take time quadratic in the keys that share a hash, which anybody can choose.
        Map<String, String> read = new HashMap<>();
        labels.forEach((key, value) -> read.put(key, Objects.requireNonNullElse(value, "")));
        return Collections.unmodifiableMap(read);
    }

    /** The facts of a Namespace of a file. */
    public static NamespaceFacts read(Manifest manifest, TolerationRules rules) throws InvalidManifestException {
        try {
            return read(LENIENT.treeToValue(manifest.object(), Namespace.class), rules);
        } catch (JsonProcessingException wrongType) {
            throw manifest.wrong("Namespace " + manifest.name() + " cannot be used: "
                    + PolicyReader.whatIsWrong(wrongType).what());
        }
    }

    private NamespaceFacts read(Map<String, String> labels) {
        List<Toleration> defaults = readTolerations(NamespaceFacts.DEFAULT_TOLERATIONS).stream()
                .filter(this::isAccepted)
                .map(Toleration::withMeaning)
                .toList();
        List<Toleration> whitelist = readTolerations(NamespaceFacts.TOLERATIONS_WHITELIST);
        whitelist.forEach(this::checkWhitelisted);
        return new NamespaceFacts(name, true, labels, defaults, whitelist, readNodeSelector(), List.copyOf(problems));
    }

    private List<Toleration> readTolerations(String annotation) {
        String text = annotations.get(annotation);
        return text == null ? List.of() : TolerationsAnnotation.read(text, why -> problem(annotation, why));
    }

    private boolean isAccepted(Toleration toleration) {
        Optional<String> violation = rules.violation(toleration);
        violation.ifPresent(why -> problem(NamespaceFacts.DEFAULT_TOLERATIONS, "skips " + toleration + ": " + why));
        return violation.isEmpty();
    }

    /** An entry that the API would not accept admits hardly anything, which its author should know. */
    private void checkWhitelisted(Toleration toleration) {
        rules.violation(toleration)
                .ifPresent(why -> problem(
                        NamespaceFacts.TOLERATIONS_WHITELIST,
                        "has an entry that no pod can have, " + toleration + ": " + why));
    }

    /** {@code k=v,k2=v2}, as the API server's PodNodeSelector reads it (labels.ConvertSelectorToLabelsMap). */
    private Map<String, String> readNodeSelector() {
        String text = annotations.get(NamespaceFacts.NODE_SELECTOR);
        if (text == null || text.isBlank()) {
            return Map.of();
        }
        Map<String, String> labels = new LinkedHashMap<>();
        String[] written = text.split(",", MAX_NODE_LABELS + 1);
        if (written.length > MAX_NODE_LABELS) {
            problem(NamespaceFacts.NODE_SELECTOR, "is ignored: it must have at most " + MAX_NODE_LABELS + " labels");
            return Map.of();
        }
        for (String label : written) {
            String[] parts = label.split("=", -1);
            boolean fits =
                    parts.length == 2 && LabelSyntax.isName(parts[0].trim()) && LabelSyntax.isValue(parts[1].trim());
            if (!fits) {
                problem(NamespaceFacts.NODE_SELECTOR, "is ignored: write it as key=value,key2=value2");
                return Map.of();
            }
            labels.put(parts[0].trim(), parts[1].trim());
        }
        // In the order of the annotation, which every replica has.
        return Collections.unmodifiableMap(labels);
    }

    private void problem(String annotation, String why) {
        problems.add(OneLine.of("namespace " + name + ", annotation " + annotation + ", " + why, MAX_PROBLEM));
    }
}

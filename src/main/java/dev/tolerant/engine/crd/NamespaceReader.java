package dev.tolerant.engine.crd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tolerant.engine.crd.NamespaceReader.TolerationsAnnotation.Entry;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.Toleration.Operator;
import dev.tolerant.engine.words.TolerationRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the labels and annotations of a Namespace, once, so that no review has to. */
public final class NamespaceReader {
    public static final String TYPE = "v1/Namespace";

    private final TolerationRules rules;
    private final String name;
    private final Map<String, String> annotations;
    private final List<NamespaceFacts.AnnotationProblem> problems = new ArrayList<>();

    private NamespaceReader(TolerationRules rules, String name, Map<String, String> annotations) {
        this.rules = rules;
        this.name = name;
        this.annotations = annotations;
    }

    /** Leaves out what it cannot read of the annotations, and reports it in a sentence. */
    public static NamespaceFacts read(Manifest manifest, TolerationRules rules) throws InvalidManifestException {
        return manifest.read(namespace -> {
            Fields metadata = namespace.object("metadata");
            return new NamespaceReader(rules, manifest.name(), metadata.map("annotations"))
                    .read(Collections.unmodifiableMap(metadata.map("labels")));
        });
    }

    private NamespaceFacts read(Map<String, String> labels) {
        List<Toleration> defaults = readTolerations(NamespaceFacts.DEFAULT_TOLERATIONS).stream()
                .filter(entry -> isAccepted(entry, NamespaceFacts.DEFAULT_TOLERATIONS, "skips "))
                .map(entry -> entry.toleration().withMeaning())
                .toList();
        List<Entry> whitelist = readTolerations(NamespaceFacts.TOLERATIONS_WHITELIST);
        // What the API would not accept admits hardly anything, which its author should know.
        whitelist.forEach(entry ->
                isAccepted(entry, NamespaceFacts.TOLERATIONS_WHITELIST, "has an entry that no pod can have, "));
        return new NamespaceFacts(
                name,
                true,
                labels,
                defaults,
                whitelist.stream().map(Entry::toleration).toList(),
                List.copyOf(problems),
                whitelist.isEmpty()
                        ? Map.of()
                        : Map.of(
                                NamespaceFacts.DEFAULT_TOLERATIONS,
                                annotations.getOrDefault(NamespaceFacts.DEFAULT_TOLERATIONS, ""),
                                NamespaceFacts.TOLERATIONS_WHITELIST,
                                annotations.getOrDefault(NamespaceFacts.TOLERATIONS_WHITELIST, "")));
    }

    private List<Entry> readTolerations(String annotation) {
        String text = annotations.get(annotation);
        return text == null ? List.of() : TolerationsAnnotation.read(text, why -> problem(annotation, why));
    }

    /** False for an entry that the API would refuse, which becomes a problem of the annotation, in these words. */
    private boolean isAccepted(Entry entry, String annotation, String words) {
        Optional<String> violation = rules.violation(entry.toleration());
        violation.ifPresent(why -> problem(annotation, words + entry + ": " + why));
        return violation.isEmpty();
    }

    private void problem(String annotation, String why) {
        problems.add(NamespaceFacts.AnnotationProblem.of(name, annotation, why));
    }

    /**
     * A list of tolerations in an annotation: JSON, with field names in any case and unknown fields ignored, because the
     * API server reads it with Go's encoding/json (plugin/pkg/admission/podtolerationrestriction).
     */
    static final class TolerationsAnnotation {
        // Every review in the namespace pays for each entry, and an annotation has room for ten thousand.
        private static final int MAX_ENTRIES = 250;
        private static final ObjectMapper JSON = JsonMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();

        private TolerationsAnnotation() {}

        /** A toleration, with operator and effect as written. */
        record Entry(Toleration toleration, String operator, String effect) {
            @Override
            public String toString() {
                return toleration.text(operator.isEmpty() ? Operator.EQUAL.text() : operator, effect);
            }
        }

        /** The entries that can be read; {@code problem} receives a sentence for each of the others, from the verb on. */
        static List<Entry> read(String text, Consumer<String> problem) {
            if (text.isEmpty()) {
                return List.of();
            }
            JsonNode list;
            try {
                list = JSON.readTree(text);
            } catch (JsonProcessingException notJson) {
                problem.accept("is ignored: it is not JSON");
                return List.of();
            }
            if (list.isNull()) {
                return List.of();
            }
            if (!list.isArray()) {
                problem.accept("is ignored: it must be a JSON list of tolerations");
                return List.of();
            }
            List<Entry> entries = new ArrayList<>();
            if (list.size() > MAX_ENTRIES) {
                problem.accept("has " + list.size() + " entries, of which the first " + MAX_ENTRIES + " are read");
            }
            for (int i = 0; i < Math.min(list.size(), MAX_ENTRIES); i++) {
                try {
                    entries.add(entry(list.get(i)));
                } catch (IllegalArgumentException wrong) {
                    problem.accept("skips entry " + i + ": " + wrong.getMessage());
                }
            }
            return List.copyOf(entries);
        }

        private static Entry entry(JsonNode entry) {
            if (!entry.isObject()) {
                throw new IllegalArgumentException("it must be an object");
            }
            String key = "";
            String operator = "";
            String value = "";
            String effect = "";
            Long seconds = null;
            for (Map.Entry<String, JsonNode> field : entry.properties()) {
                String name = field.getKey();
                if (name.equalsIgnoreCase("key")) {
                    key = text("key", field.getValue());
                } else if (name.equalsIgnoreCase("operator")) {
                    operator = text("operator", field.getValue());
                } else if (name.equalsIgnoreCase("value")) {
                    value = text("value", field.getValue());
                } else if (name.equalsIgnoreCase("effect")) {
                    effect = text("effect", field.getValue());
                } else if (name.equalsIgnoreCase("tolerationSeconds")) {
                    seconds = seconds(field.getValue());
                }
            }
            return new Entry(Toleration.written(key, operator, value, effect, seconds), operator, effect);
        }

        private static String text(String name, JsonNode node) {
            if (node.isNull()) {
                return "";
            }
            if (!node.isTextual()) {
                throw new IllegalArgumentException(name + " must be a string");
            }
            return node.textValue();
        }

        private static @Nullable Long seconds(JsonNode node) {
            if (node.isNull()) {
                return null;
            }
            if (!node.isIntegralNumber() || !node.canConvertToLong()) {
                throw new IllegalArgumentException("tolerationSeconds must be a whole number");
            }
            return node.longValue();
        }
    }
}

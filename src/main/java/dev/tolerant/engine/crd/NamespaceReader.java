package dev.tolerant.engine.crd;

import dev.tolerant.engine.crd.TolerationsAnnotation.Entry;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.OneLine;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.TolerationRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the labels and annotations of a Namespace, once, so that no review has to. */
public final class NamespaceReader {
    /** What a Namespace is in a file. */
    public static final String TYPE = "v1/Namespace";

    private static final int MAX_PROBLEM = 500;
    private final TolerationRules rules;
    private final String name;
    private final Map<String, String> annotations;
    private final List<String> problems = new ArrayList<>();

    private NamespaceReader(TolerationRules rules, String name, Map<String, String> annotations) {
        this.rules = rules;
        this.name = name;
        this.annotations = annotations;
    }

    /** The facts of a Namespace; what cannot be read of its annotations is left out and reported in a sentence. */
    public static NamespaceFacts read(Manifest manifest, TolerationRules rules) throws InvalidManifestException {
        try {
            Fields metadata = Fields.of(manifest.object()).object("metadata");
            return new NamespaceReader(rules, manifest.name(), metadata.map("annotations"))
                    .read(Collections.unmodifiableMap(metadata.map("labels")));
        } catch (UnexpectedJsonException wrong) {
            throw manifest.wrong(wrong.path(), wrong.problem());
        }
    }

    private NamespaceFacts read(Map<String, String> labels) {
        List<Toleration> defaults = readTolerations(NamespaceFacts.DEFAULT_TOLERATIONS).stream()
                .filter(this::isAccepted)
                .map(entry -> entry.toleration().withMeaning())
                .toList();
        List<Entry> whitelist = readTolerations(NamespaceFacts.TOLERATIONS_WHITELIST);
        whitelist.forEach(this::checkWhitelisted);
        return new NamespaceFacts(
                name,
                true,
                labels,
                defaults,
                whitelist.stream().map(Entry::toleration).toList(),
                List.copyOf(problems));
    }

    private List<Entry> readTolerations(String annotation) {
        String text = annotations.get(annotation);
        return text == null ? List.of() : TolerationsAnnotation.read(text, why -> problem(annotation, why));
    }

    private boolean isAccepted(Entry entry) {
        Optional<String> violation = rules.violation(entry.toleration());
        violation.ifPresent(why -> problem(NamespaceFacts.DEFAULT_TOLERATIONS, "skips " + entry + ": " + why));
        return violation.isEmpty();
    }

    /** An entry that the API would not accept admits hardly anything, which its author should know. */
    private void checkWhitelisted(Entry entry) {
        rules.violation(entry.toleration())
                .ifPresent(why -> problem(
                        NamespaceFacts.TOLERATIONS_WHITELIST,
                        "has an entry that no pod can have, " + entry + ": " + why));
    }

    private void problem(String annotation, String why) {
        problems.add(OneLine.of("namespace " + name + ", annotation " + annotation + ", " + why, MAX_PROBLEM));
    }
}

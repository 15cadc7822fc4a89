package dev.tolerant.tools;

import dev.tolerant.engine.manifest.ManifestPaths;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.text.Report;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The objects that a command ignores, and what people keep beside objects. */
record IgnoredInput(String wanted, String does, boolean areObjects, String what, Map<String, Integer> kinds) {
    private static final int MAX_NAMES = 5;

    private IgnoredInput(String wanted, String does, boolean areObjects, String what) {
        this(wanted, does, areObjects, what, new TreeMap<>());
    }

    static IgnoredInput withoutPods() {
        return new IgnoredInput("no pod and no workload", "ignores", true, " without pods");
    }

    static IgnoredInput thatAreNoPolicies() {
        return new IgnoredInput("no TolerationPolicy", "ignores", true, " of -f beside the policies");
    }

    static IgnoredInput unchecked() {
        return new IgnoredInput("nothing that lint checks", "does not check", true, "");
    }

    /** For what others read: templates of charts, and what kustomizations name beside objects. */
    static void report(ManifestPaths paths, boolean readsPatches, Messages messages) {
        paths.templates()
                .forEach((chart, number) -> messages.say("ignores "
                        + Report.counted(number, "template", "templates") + " of the chart " + chart
                        + ", which only Helm can read: use what helm template " + chart + " prints"));
        if (!readsPatches && !paths.patches().isEmpty()) {
            messages.say("ignores "
                    + Report.counted(paths.patches().size(), "patch", "patches")
                    + " of kustomizations: use what kubectl"
                    + " kustomize prints to have them applied");
        }
        if (!paths.data().isEmpty()) {
            messages.say("ignores "
                    + Report.counted(
                            paths.data().size(),
                            "file that a kustomization names as no resource",
                            "files that kustomizations name as no resources"));
        }
    }

    static void reportOtherForms(Stream<String> forms, Messages messages) throws InputException {
        IgnoredInput noObjects = new IgnoredInput("no object", "ignores", false, "");
        forms.forEach(noObjects::add);
        noObjects.report(messages, false);
    }

    static void reportPlaceholders(List<String> places, Messages messages) {
        if (!places.isEmpty()) {
            messages.say("does not judge what placeholders stand for in "
                    + Report.counted(places.size(), "object", "objects") + ": "
                    + OneLine.first(MAX_NAMES, places));
        }
    }

    void add(String kind) {
        kinds.merge(kind.isEmpty() ? "no kind" : kind, 1, Integer::sum);
    }

    /** Fails if there was nothing else. */
    void report(Messages messages, boolean nothingLeft) throws InputException {
        int count = kinds.values().stream().mapToInt(Integer::intValue).sum();
        if (nothingLeft) {
            throw new InputException("the input has " + wanted + (count == 0 ? "" : ", only " + kindsInWords()));
        }
        if (count > 0) {
            String counted = areObjects
                    ? Report.counted(count, "object", "objects") + what
                    : Report.counted(count, "document that is not an object", "documents that are not objects");
            messages.say(does + " " + counted + ": " + kindsInWords());
        }
    }

    /** An object's kind is a name; anything else has a common noun. */
    private String ending(String kind) {
        return areObjects ? "" : kind.endsWith("ch") ? "es" : "s";
    }

    private String kindsInWords() {
        return kinds.entrySet().stream()
                .map(each ->
                        each.getValue() + " " + each.getKey() + (each.getValue() == 1 ? "" : ending(each.getKey())))
                .collect(Collectors.joining(", "));
    }
}

package dev.tolerant.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.DeltaType;
import dev.tolerant.engine.words.Coded;
import dev.tolerant.observed.explain.ChangedManifest;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.observed.explain.Explanation.Rewritten;
import dev.tolerant.observed.explain.ExplanationDocument;
import dev.tolerant.text.JsonTree;
import java.util.ArrayList;
import java.util.List;

/** The answer to the page: a sentence for everything wrong in its editors, and explanations of the rest. */
final class Result {
    private static final int MAX_PROBLEMS = 100;

    private final List<Problem> problems = new ArrayList<>();
    private final ArrayNode explanations = JsonNodeFactory.instance.arrayNode();

    enum Editor implements Coded {
        PODS,
        POLICIES,
        SETTINGS
    }

    private record Problem(Editor editor, String sentence) {}

    void addProblem(Editor editor, String sentence) {
        problems.add(new Problem(editor, sentence));
    }

    void addProblems(Editor editor, List<String> sentences) {
        sentences.stream().limit(MAX_PROBLEMS).forEach(sentence -> addProblem(editor, sentence));
        if (sentences.size() > MAX_PROBLEMS) {
            addProblem(editor, "there are " + (sentences.size() - MAX_PROBLEMS) + " more problems; fix these first");
        }
    }

    /** Adds what happens, and in audit after it what would happen with {@code enforce}. */
    void add(Explanation explanation) {
        ObjectNode tree = addAlone(explanation);
        tree.remove("enforced");
        if (explanation.enforced() != null) {
            addAlone(explanation.enforced()).put("enforcing", true);
        }
    }

    private ObjectNode addAlone(Explanation explanation) {
        ObjectNode tree = ExplanationDocument.tree(explanation);
        ArrayNode diffs = tree.putArray("diffs");
        explanation.rewritten().forEach(rewritten -> diffs.add(JsonTree.of(YamlDiff.of(rewritten))));
        explanations.add(tree);
        return tree;
    }

    private record Document(List<Problem> problems, ArrayNode explanations) {}

    ObjectNode json() {
        return (ObjectNode) JsonTree.of(new Document(problems, explanations));
    }

    /** The lines of an object in the order of a unified diff; if there are none, the note says why. */
    private record YamlDiff(String title, String note, List<Line> lines) {
        /** The memory that a comparison takes grows with their square. */
        private static final int MAX_LINES = 1000;

        /** The sign is plus, minus, or a space where both sides have the line. */
        record Line(char sign, String text) {}

        static YamlDiff of(Rewritten rewritten) {
            JsonNode metadata = rewritten.after().path("metadata");
            String name = metadata.has("name")
                    ? metadata.path("name").asText()
                    : metadata.path("generateName").asText() + "…";
            String title = rewritten.after().path("kind").asText() + " " + name;
            List<String> before = yaml(rewritten.before());
            List<String> after = yaml(rewritten.after());
            return Math.max(before.size(), after.size()) > MAX_LINES
                    ? new YamlDiff(
                            title,
                            "The object has more than " + MAX_LINES + " lines, too many to compare here.",
                            List.of())
                    : new YamlDiff(title, "", lines(before, after));
        }

        private static List<Line> lines(List<String> before, List<String> after) {
            List<Line> lines = new ArrayList<>();
            for (AbstractDelta<String> delta :
                    DiffUtils.diff(before, after, true).getDeltas()) {
                boolean same = delta.getType() == DeltaType.EQUAL;
                if (!same) {
                    delta.getSource().getLines().forEach(line -> lines.add(new Line('-', line)));
                }
                delta.getTarget().getLines().forEach(line -> lines.add(new Line(same ? ' ' : '+', line)));
            }
            return List.copyOf(lines);
        }

        private static List<String> yaml(JsonNode object) {
            return JsonTree.yaml(ChangedManifest.shown(object)).lines().toList();
        }
    }
}

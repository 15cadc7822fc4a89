package dev.tolerant.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.explain.Explanation;
import dev.tolerant.explain.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The answer to the page: a sentence for everything wrong in its editors, and explanations of the rest. */
final class Result {
    private final List<Problem> problems = new ArrayList<>();
    private final List<Explanation> explanations = new ArrayList<>();

    /** The page's editors, as the answer calls them. */
    enum Editor {
        PODS,
        POLICIES,
        SETTINGS
    }

    private record Problem(Editor editor, String sentence) {}

    void addProblem(Editor editor, String sentence) {
        problems.add(new Problem(editor, sentence));
    }

    void add(Explanation explanation) {
        explanations.add(explanation);
    }

    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode listed = json.putArray("problems");
        for (Problem problem : problems) {
            listed.addObject()
                    .put("editor", problem.editor().name().toLowerCase(Locale.ROOT))
                    .put("sentence", problem.sentence());
        }
        ArrayNode explained = json.putArray("explanations");
        for (Explanation explanation : explanations) {
            ObjectNode tree = JsonWriter.tree(explanation);
            ArrayNode diffs = tree.putArray("diffs");
            explanation.rewritten().stream().map(YamlDiff::of).forEach(diff -> addTo(diffs, diff));
            explained.add(tree);
        }
        return json;
    }

    private static void addTo(ArrayNode diffs, YamlDiff diff) {
        ArrayNode lines = diffs.addObject().put("title", diff.title()).putArray("lines");
        for (YamlDiff.Line line : diff.lines()) {
            lines.addObject().put("sign", String.valueOf(line.sign())).put("text", line.text());
        }
    }
}

package dev.tolerant.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.observed.explain.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The answer to the page: a sentence for everything wrong in its editors, and explanations of the rest. */
final class Result {
    private static final int MAX_PROBLEMS = 100;

    private final List<Problem> problems = new ArrayList<>();
    private final ArrayNode explanations = JsonNodeFactory.instance.arrayNode();

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

    /** Adds as many problems of an editor as somebody may read. */
    void addProblems(Editor editor, List<String> sentences) {
        sentences.stream().limit(MAX_PROBLEMS).forEach(sentence -> addProblem(editor, sentence));
        if (sentences.size() > MAX_PROBLEMS) {
            addProblem(editor, "there are " + (sentences.size() - MAX_PROBLEMS) + " more problems; mend these first");
        }
    }

    void add(Explanation explanation) {
        ObjectNode tree = JsonWriter.tree(explanation);
        ArrayNode diffs = tree.putArray("diffs");
        explanation.rewritten().forEach(rewritten -> addTo(diffs, YamlDiff.of(rewritten)));
        explanations.add(tree);
    }

    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode listed = json.putArray("problems");
        for (Problem problem : problems) {
            listed.addObject()
                    .put("editor", problem.editor().name().toLowerCase(Locale.ROOT))
                    .put("sentence", problem.sentence());
        }
        json.set("explanations", explanations);
        return json;
    }

    private static void addTo(ArrayNode diffs, YamlDiff diff) {
        ObjectNode json = diffs.addObject().put("title", diff.title()).put("note", diff.note());
        ArrayNode lines = json.putArray("lines");
        for (YamlDiff.Line line : diff.lines()) {
            lines.addObject().put("sign", String.valueOf(line.sign())).put("text", line.text());
        }
    }
}

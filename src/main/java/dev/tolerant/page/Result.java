package dev.tolerant.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.explain.ExplainedStep;
import dev.tolerant.explain.Explanation;
import dev.tolerant.explain.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The answer to the page: a sentence for everything wrong in its editors, and explanations of the rest. */
final class Result {
    private static final int MAX_PROBLEMS = 100;
    /** About as many characters as the sentences and lines of all explanations may have. */
    private static final long ROOM = 2 << 20;
    /** About as many characters as a step, a toleration or a line takes besides its sentence. */
    private static final int FORM = 100;

    private final List<Problem> problems = new ArrayList<>();
    private final ArrayNode explanations = JsonNodeFactory.instance.arrayNode();
    private long room = ROOM;

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

    /** Adds an explanation if there is room for it. */
    boolean add(Explanation explanation) {
        List<YamlDiff> diffs =
                explanation.rewritten().stream().map(YamlDiff::of).toList();
        room -= length(explanation, diffs);
        if (room < 0) {
            return false;
        }
        ObjectNode tree = JsonWriter.tree(explanation);
        ArrayNode written = tree.putArray("diffs");
        diffs.forEach(diff -> addTo(written, diff));
        explanations.add(tree);
        return true;
    }

    private static long length(Explanation explanation, List<YamlDiff> diffs) {
        long length = (long) FORM * explanation.tolerations().size();
        for (ExplainedStep step : explanation.steps()) {
            length += FORM + step.sentence().length();
        }
        for (YamlDiff diff : diffs) {
            for (YamlDiff.Line line : diff.lines()) {
                length += FORM + line.text().length();
            }
        }
        return length;
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

package dev.tolerant.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.page.Playground.Attempt;
import java.util.List;

/** A playground of a cluster in which nothing is in force, and what it answers. */
abstract class PlaygroundFixture {
    final Playground playground = new Playground(KnownInForce.nothing());

    ObjectNode explain(String pods, String policies, String settings) {
        return playground.explain(new Attempt(pods, policies, settings)).json();
    }

    /** Each as the editor that has it, and its sentence. */
    static List<String> problems(ObjectNode answer) {
        return answer.get("problems")
                .valueStream()
                .map(problem -> problem.get("editor").asText() + ": "
                        + problem.get("sentence").asText())
                .toList();
    }
}

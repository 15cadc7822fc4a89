package dev.tolerant.engine.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import org.junit.jupiter.api.Test;

class ManifestProblemTest {
    private static final String LINES = "a\nb\u001b[31m";

    @Test
    void whatAFileSaysIsOnOneLineInAProblem() {
        String problem =
                new ManifestProblem(new Place("pods.yaml", 1, 0), "spec." + LINES, "must not be " + LINES).toString();

        assertThat(problem).isEqualTo("pods.yaml, document 1: spec.a b [31m must not be a b [31m");
    }

    @Test
    void aFieldOfAMillionCharactersIsCutOff() {
        ManifestProblem problem = ManifestProblem.of("x".repeat(1_000_000), "is not a field of the API");

        assertThat(problem.what()).hasSizeLessThan(1000).endsWith("... is not a field of the API");
    }

    @Test
    void theTitleOfAnObjectIsOnOneLine() {
        ObjectNode pod = JsonNodeFactory.instance.objectNode().put("kind", "Pod");
        pod.putObject("metadata").put("name", LINES);

        String title = new Manifest(Place.NOWHERE, pod).title();

        assertThat(title).isEqualTo("Pod default/a b [31m");
    }
}

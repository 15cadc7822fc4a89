package dev.tolerant.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** A workflow of GitHub Actions, as far as a test can look into it without GitHub. */
record Workflow(String text, JsonNode root) {
    static final Path RELEASE = Path.of(".github/workflows/release.yaml");

    static Workflow release() {
        try {
            String text = Files.readString(RELEASE);
            return new Workflow(text, new YAMLMapper().readTree(text));
        } catch (IOException unreadable) {
            throw new AssertionError(RELEASE.toString(), unreadable);
        }
    }

    Map<String, JsonNode> jobs() {
        Map<String, JsonNode> jobs = new LinkedHashMap<>();
        root.path("jobs").fields().forEachRemaining(job -> jobs.put(job.getKey(), job.getValue()));
        return jobs;
    }

    List<JsonNode> steps() {
        List<JsonNode> steps = new ArrayList<>();
        jobs().values().forEach(job -> job.path("steps").forEach(steps::add));
        return steps;
    }

    List<JsonNode> steps(String job) {
        return StreamSupport.stream(jobs().get(job).path("steps").spliterator(), false)
                .toList();
    }

    /** The commands of all steps that run any. */
    List<String> commands() {
        return steps().stream()
                .filter(step -> step.has("run"))
                .map(step -> step.get("run").textValue())
                .toList();
    }
}

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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A workflow of GitHub Actions, as far as a test can look into it without GitHub. */
record Workflow(String name, String text, JsonNode root) {
    private static final Pattern USES = Pattern.compile("(?m)^ *(?:- )?uses: (.*)$");
    private static final Path FOLDER = Path.of(".github/workflows");

    /** The workflow of this name, which its file has too. */
    static Workflow named(String name) {
        Path file = FOLDER.resolve(name + ".yaml");
        try {
            String text = Files.readString(file);
            return new Workflow(name, text, new YAMLMapper().readTree(text));
        } catch (IOException unreadable) {
            throw new AssertionError(file.toString(), unreadable);
        }
    }

    static Stream<Workflow> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString().replace(".yaml", "")).sorted().toList().stream()
                    .map(Workflow::named);
        } catch (IOException unreadable) {
            throw new AssertionError(FOLDER.toString(), unreadable);
        }
    }

    /** What follows {@code uses:}, with its comment. */
    List<String> actions() {
        return USES.matcher(text).results().map(match -> match.group(1)).toList();
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

    @Override
    public String toString() {
        return name;
    }
}

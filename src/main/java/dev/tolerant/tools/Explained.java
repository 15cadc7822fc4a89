package dev.tolerant.tools;

import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.observed.explain.ChangedManifest;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.observed.explain.Explanation.ExplainedStep.Outcome;
import dev.tolerant.observed.explain.JsonWriter;
import dev.tolerant.observed.explain.Report.Palette;
import dev.tolerant.observed.explain.TextWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What explain was asked about, in order, and how it is written for people. */
final class Explained {
    private final List<Answer> answers = new ArrayList<>();

    /** @param explanation null for an object without pods, which stays as it is */
    private record Answer(Manifest manifest, @Nullable Explanation explanation) {}

    void add(Manifest manifest, Explanation explanation) {
        answers.add(new Answer(manifest, explanation));
    }

    /** Adds an object without pods. */
    void leave(Manifest manifest) {
        answers.add(new Answer(manifest, null));
    }

    boolean isEmpty() {
        return explanations().isEmpty();
    }

    List<Explanation> explanations() {
        return answers.stream()
                .map(Answer::explanation)
                .filter(Objects::nonNull)
                .toList();
    }

    ExitCode exitCode() {
        if (explanations().stream()
                .anyMatch(explanation -> !explanation.unread().isEmpty())) {
            return ExitCode.UNUSABLE;
        }
        return explanations().stream().anyMatch(explanation -> explanation.refusal() != null)
                ? ExitCode.FOUND
                : ExitCode.FINE;
    }

    /** The answers as text, as a diff or as manifests without those that are refused; messages say what these leave out. */
    String text(OutputFormat format, Palette palette, Messages messages) {
        if (format == OutputFormat.TEXT) {
            return new TextWriter(palette).write(explanations());
        }
        List<String> written = new ArrayList<>();
        for (Answer answer : answers) {
            Explanation explanation = answer.explanation();
            if (explanation == null) {
                written.add(JsonWriter.yaml(answer.manifest().object()));
                continue;
            }
            report(answer.manifest(), explanation, messages);
            if (explanation.refusal() == null) {
                ChangedManifest changed = ChangedManifest.of(answer.manifest(), explanation);
                written.add(format == OutputFormat.DIFF ? changed.diff(palette) : changed.yaml());
            }
        }
        return written.stream().collect(Collectors.joining(format == OutputFormat.DIFF ? "" : "---\n"));
    }

    private static void report(Manifest manifest, Explanation explanation, Messages messages) {
        String title = manifest.place() + ": " + manifest.title() + ": ";
        if (!explanation.unread().isEmpty()) {
            messages.say(title + "unknown, for what was not read: " + String.join("; ", explanation.unread()));
        }
        explanation.steps().stream()
                .filter(step -> step.outcome() == Outcome.WARNED || step.outcome() == Outcome.PROBLEM)
                .forEach(step -> messages.say("warning: " + title + step.rule() + " " + step.sentence()));
        if (explanation.refusal() != null) {
            messages.say(title + "refused: " + explanation.refusal().message());
        }
    }
}

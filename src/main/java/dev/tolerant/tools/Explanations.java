package dev.tolerant.tools;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.engine.manifest.NearNames;
import dev.tolerant.engine.manifest.Placeholder;
import dev.tolerant.engine.rule.Step.Outcome;
import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.rule.Step.Refusal.Reason;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.observed.explain.AgentFix;
import dev.tolerant.observed.explain.Agents;
import dev.tolerant.observed.explain.Agents.Agent;
import dev.tolerant.observed.explain.ChangedManifest;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.observed.explain.ExplanationDocument;
import dev.tolerant.observed.explain.ExplanationReport;
import dev.tolerant.observed.explain.Placement.NodeOutcome;
import dev.tolerant.observed.explain.PodTemplate;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.text.JsonTree;
import dev.tolerant.text.Report.Palette;
import dev.tolerant.tools.OutputOption.OutputFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The explanations that a command gives, in order, and how they are written for people. */
final class Explanations {
    private static final int MAX_NAMES = 10;

    private final ClusterView view;
    private final @Nullable List<Node> nodes;
    private final List<Answer> answers = new ArrayList<>();
    private final List<String> placeholders = new ArrayList<>();
    private boolean lacksUnreadable;

    /** @param only the name of the one node that is asked about; null for all */
    Explanations(ClusterView view, @Nullable String only) throws InputException {
        this.view = view;
        Optional<String> unknown = view.clusterObjects().unknown(ObjectKind.NODE);
        this.nodes = unknown.isPresent()
                ? null
                : view.nodes().values().stream()
                        .filter(node -> only == null || only.equals(node.name()))
                        .sorted(Comparator.comparing(Node::name))
                        .toList();
        if (only != null && (nodes == null || nodes.isEmpty())) {
            List<String> names = view.nodes().keySet().stream().sorted().toList();
            List<String> near = NearNames.to(only, names);
            String there = "; there are " + OneLine.first(MAX_NAMES, near.isEmpty() ? names : near);
            throw new InputException(
                    "there is no node " + only + unknown.map(why -> ": " + why).orElse(there));
        }
    }

    /** @param explanation null for an object without pods or with a placeholder, which stays as it is */
    private record Answer(Manifest manifest, @Nullable Explanation explanation) {}

    void add(Manifest manifest) throws InvalidManifestException {
        Optional<String> awaited = Agents.awaited(view, manifest);
        answers.add(new Answer(manifest, view.explainer().explain(manifest, view.snapshot(), nodes, awaited)));
    }

    /** Adds an object of a file, or leaves it as it is where a placeholder keeps the API server's rules from being asked. */
    void addOrLeave(Manifest manifest) throws InvalidManifestException {
        try {
            add(manifest);
        } catch (InvalidManifestException wrong) {
            if (!Placeholder.isAt(manifest.object(), wrong.problem().path())) {
                throw wrong;
            }
            placeholders.add(manifest.title() + " (" + wrong.problem().path() + ")");
            leave(manifest);
            return;
        }
        int last = answers.size() - 1;
        Refusal refusal = Objects.requireNonNull(answers.get(last).explanation())
                .decided()
                .refusal();
        PodTemplate template = PodTemplate.of(manifest);
        JsonNode spec = manifest.object().at(template.pointer()).path("spec");
        if (refusal != null && refusal.reason() == Reason.INVALID) {
            Stream.of("tolerations", "affinity")
                    .filter(field -> Placeholder.isIn(spec.path(field)))
                    .findFirst()
                    .ifPresent(field -> {
                        placeholders.add(manifest.title() + " (" + template.path() + "spec." + field + ")");
                        answers.set(last, new Answer(manifest, null));
                    });
        }
    }

    /** The other objects do not wait for one that cannot be read. */
    void addUnreadable(ManifestProblem problem, Messages messages) {
        messages.say(problem.toString());
        lacksUnreadable = true;
    }

    /** Objects that are left as they are for a placeholder's sake, with its place. */
    List<String> placeholders() {
        return List.copyOf(placeholders);
    }

    boolean lacksSome() {
        return lacksUnreadable || !placeholders.isEmpty();
    }

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

    /**
     * The answers as programs read them.
     *
     * @param audit true if the webhook only audits: what it would do is in enforced
     */
    record Document(boolean audit, List<ExplanationDocument> items) {}

    AnswerDocument<Document> document() {
        return AnswerDocument.of(
                "ExplanationList",
                view.clusterObjects(),
                new Document(
                        view.audits(),
                        explanations().stream().map(ExplanationDocument::of).toList()));
    }

    ExitCode exitCode(boolean tellsChanges, boolean tellsNowhere) {
        List<Explanation> all = explanations();
        boolean isUnknown =
                all.stream().anyMatch(each -> !each.decided().unread().isEmpty());
        if (isUnknown || (lacksUnreadable && placeholders.isEmpty() && all.isEmpty())) {
            return ExitCode.UNUSABLE;
        }
        boolean isFound = all.stream()
                .anyMatch(each -> each.refusal() != null
                        || (tellsChanges && !each.patch().isEmpty())
                        || (tellsNowhere
                                && each.nodes() != null
                                && each.nodes().stream().noneMatch(NodeOutcome::schedulable)));
        return isFound || lacksUnreadable ? ExitCode.FOUND : ExitCode.FINE;
    }

    /** As a diff or as manifests without those that are refused; messages say what these leave out. */
    String text(OutputFormat format, Palette palette, Messages messages) {
        if (format == OutputFormat.TEXT) {
            return new ExplanationReport(palette, Terminal.width(), messages.verbose()).write(explanations());
        }
        if (view.audits()) {
            messages.say("the webhook only audits (tolerant.mode=audit) and changes nothing; -o text says"
                    + " what it would change");
        }
        List<String> written = new ArrayList<>();
        for (Answer answer : answers) {
            Explanation explanation = answer.explanation();
            if (explanation == null) {
                if (format == OutputFormat.MANIFEST) {
                    written.add(JsonTree.yaml(answer.manifest().object()));
                }
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

    /** The tolerations that DaemonSets lack to reach the nodes that they select; messages name those that lack none. */
    String fixes(Messages messages) throws InputException {
        List<Manifest> daemonSets = answers.stream()
                .filter(answer -> answer.explanation() != null)
                .map(Answer::manifest)
                .filter(manifest -> PodTemplate.of(manifest).isOfDaemonSet())
                .toList();
        if (daemonSets.isEmpty() || nodes == null) {
            throw new InputException(
                    nodes == null
                            ? "-o fix needs the nodes: "
                                    + view.clusterObjects()
                                            .unknown(ObjectKind.NODE)
                                            .orElse("they were not read")
                            : "-o fix is for DaemonSets: name one, such as ds/NAME");
        }
        List<String> fixes = new ArrayList<>();
        for (Agent agent : Agents.of(view, daemonSets, nodes).all()) {
            if (agent.reachesAll()) {
                messages.say("DaemonSet " + agent.title() + " " + agent.reach());
            } else {
                fixes.add(new AgentFix(agent).yaml(view, nodes));
            }
        }
        return String.join("---\n", fixes);
    }

    private static void report(Manifest manifest, Explanation explanation, Messages messages) {
        String title =
                (manifest.place().equals(Place.NOWHERE) ? "" : manifest.place() + ": ") + manifest.title() + ": ";
        Explanation decided = explanation.decided();
        String would = explanation.enforced() == null ? "" : "with tolerant.mode=enforce ";
        if (!decided.unread().isEmpty()) {
            messages.say(title + would + "unknown, because of what was not read");
        }
        decided.steps().stream()
                .filter(step -> step.outcome() == Outcome.WARNED || step.outcome() == Outcome.PROBLEM)
                .forEach(step -> messages.say("warning: " + title + step.rule() + " " + step.sentence()));
        if (decided.refusal() != null) {
            messages.say(title + would + "refused: " + decided.refusal().message());
        }
    }
}

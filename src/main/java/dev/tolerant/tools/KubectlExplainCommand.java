package dev.tolerant.tools;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.NearNames;
import dev.tolerant.engine.model.Node;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.observed.explain.JsonWriter;
import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.observed.facts.ClusterFacts.Needs;
import dev.tolerant.observed.facts.Fact;
import dev.tolerant.observed.facts.FactKind;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Explains what happens to pods of a cluster, and why. */
@Command(
        name = "explain",
        description =
                "Explains what happens to pods of the cluster, and why, by its nodes, policies, settings and registration:"
                        + " what each rule does, which tolerations a pod ends up with, and what each taint and each node"
                        + " does to it.",
        exitCodeList = {
            "0:every pod is admitted",
            "1:a pod is refused",
            ExitCode.CANNOT_BE_ASKED
                    + ", there is no such object, or policies, settings, the namespace or the registration"
                    + " were not read"
        },
        footer = {
            "",
            "A pod is explained as it would be made now, a workload as its controller makes its next pod. The verdict on a",
            "node counts its taints alone.",
            "",
            "Examples:",
            "  kubectl tolerant explain deploy/web -n shop",
            "  kubectl tolerant explain sts db queue -n shop -o json",
            "  kubectl tolerant explain pod/db-0 -n shop -f dump.json"
        })
final class KubectlExplainCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "RESOURCE",
            description = "Pods and workloads as kubectl takes them: TYPE/NAME..., or TYPE NAME... with one TYPE.")
    private List<String> resources;

    @Mixin
    private FactsOptions options;

    @Mixin
    private OutputOption output = new OutputOption(OutputFormat.JSON, OutputFormat.YAML, OutputFormat.DIFF)
            .refusing(
                    OutputFormat.MANIFEST,
                    "-o manifest would write incomplete objects, because only some of their fields are read here: pipe"
                            + " kubectl get -o yaml into tolerant explain - -o manifest");

    @Override
    public Integer call() throws Exception {
        Messages messages = Messages.of(spec);
        OutputFormat format = output.format();
        Set<NamedResource> named = NamedResource.of(resources);
        String namespace = options.namespace();
        FactKind[] kinds =
                named.stream().map(resource -> resource.type()).distinct().toArray(FactKind[]::new);
        ClusterView view = options.today(messages, Needs.of(kinds).in(namespace));
        warn(messages, view);
        boolean audits = view.audits();
        if (audits) {
            messages.say(
                    "the cluster's webhook only audits (tolerant.mode=audit): it would do what follows, and does nothing");
        }
        List<Node> nodes = nodes(view);
        Explained explained = new Explained();
        for (NamedResource resource : named) {
            Manifest manifest = found(view.facts(), namespace, resource);
            explained.add(manifest, view.explainer().explain(manifest, view.snapshot(), nodes));
        }
        spec.commandLine()
                .getOut()
                .print(
                        switch (format) {
                            case JSON ->
                                document(view, audits, explained.explanations()).toPrettyString() + "\n";
                            case YAML -> JsonWriter.yaml(document(view, audits, explained.explanations()));
                            default -> explained.text(format, Terminal.palette(), messages);
                        });
        return explained.exitCode().code();
    }

    private static void warn(Messages messages, ClusterView view) {
        view.facts().notes().forEach(messages::say);
        view.facts().unknown().forEach((kind, why) -> messages.say(kind.plural() + " are not known: " + why));
        view.problems().forEach(problem -> messages.say("policies: " + problem));
    }

    private static @Nullable List<Node> nodes(ClusterView view) {
        return view.facts().unknown(FactKind.NODE).isPresent()
                ? null
                : view.nodes().values().stream()
                        .sorted(Comparator.comparing(Node::name))
                        .toList();
    }

    private static Manifest found(ClusterFacts facts, String namespace, NamedResource resource) throws InputException {
        FactKind kind = resource.type();
        String unknown = facts.unknown(kind).orElse(null);
        if (unknown != null) {
            throw new InputException(resource.title() + " cannot be read: " + unknown);
        }
        Fact fact = facts.find(kind, namespace, resource.name()).orElse(null);
        if (fact == null) {
            throw new InputException("there is no " + resource.title() + " in namespace " + namespace
                    + meant(facts.all(kind), namespace, resource));
        }
        return fact.manifest();
    }

    private static String meant(List<Fact> facts, String namespace, NamedResource resource) {
        List<String> elsewhere = facts.stream()
                .filter(fact -> fact.name().equals(resource.name()))
                .map(Fact::namespace)
                .sorted()
                .toList();
        if (!elsewhere.isEmpty()) {
            return ", but there is in " + String.join(", ", elsewhere) + ": use -n " + elsewhere.get(0);
        }
        List<String> near = NearNames.to(
                resource.name(),
                facts.stream()
                        .filter(fact -> fact.namespace().equals(namespace))
                        .map(Fact::name)
                        .toList());
        return near.isEmpty() ? "" : "; the nearest names are " + String.join(", ", near);
    }

    private static ObjectNode document(ClusterView view, boolean audits, List<Explanation> explanations) {
        ObjectNode document = AnswerDocument.of("ExplanationList", view.facts()).put("audit", audits);
        ArrayNode items = document.putArray("items");
        explanations.forEach(explanation -> items.add(JsonWriter.tree(explanation)));
        return document;
    }
}

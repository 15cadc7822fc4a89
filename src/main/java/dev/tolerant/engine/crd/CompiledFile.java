package dev.tolerant.engine.crd;

import dev.tolerant.engine.crd.PolicyReader.CheckedPolicy;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.Place;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodePool;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.TolerationRules;
import java.util.ArrayList;
import java.util.List;

/**
 * The namespaces, nodes, NodePools and policies of one file.
 *
 * @param file its name
 * @param rejected the names of policies that are there but cannot be used
 * @param broken why the file cannot be read, or objects in it cannot be used
 * @param problems what else is wrong
 */
record CompiledFile(
        String file,
        List<NamespaceFacts> namespaces,
        List<Node> nodes,
        List<NodePool> nodePools,
        List<Policy> policies,
        List<String> rejected,
        List<Problem> broken,
        List<Problem> problems) {

    static CompiledFile unreadable(String file, String why) {
        CompiledFile compiled = empty(file);
        compiled.broken.add(new Problem(Place.wholeFile(file), "", why));
        return compiled;
    }

    private static CompiledFile empty(String file) {
        return new CompiledFile(
                file,
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
    }

    static CompiledFile of(ManifestFile file, TolerationRules rules) {
        return of(file.name(), file.entries(), rules);
    }

    static CompiledFile of(String name, List<ManifestFile.Entry> entries, TolerationRules rules) {
        CompiledFile compiled = empty(name);
        entries.forEach(entry -> compiled.add(entry, rules));
        return compiled;
    }

    private void add(ManifestFile.Entry entry, TolerationRules rules) {
        String kind = entry.content().path("kind").asText();
        String version = entry.content().path("apiVersion").asText();
        String type = version + "/" + kind;
        try {
            if (type.equals(PolicyReader.TYPE)) {
                addPolicy(named(entry), rules);
            } else if (type.equals(NamespaceReader.TYPE)) {
                addNamespace(named(entry), rules);
            } else if (type.equals(NodeReader.TYPE)) {
                addNode(named(entry));
            } else if (type.equals(NodePoolReader.TYPE)) {
                addNodePool(named(entry));
            } else {
                ignore(
                        entry,
                        "it must be a v1 Namespace, a v1 Node, a karpenter.sh/v1 NodePool or a tolerant.dev/v1alpha1 TolerationPolicy, but is '"
                                + (version + " " + kind).trim() + "'");
            }
        } catch (InvalidManifestException nameless) {
            ignore(entry, nameless.problem().what());
        }
    }

    private static Manifest named(ManifestFile.Entry entry) throws InvalidManifestException {
        Manifest manifest = entry.manifest();
        if (manifest.name().isEmpty()) {
            throw manifest.wrong("metadata.name", "is missing");
        }
        return manifest;
    }

    private void ignore(ManifestFile.Entry entry, String why) {
        problems.add(new Problem(entry.place(), "", "the object is ignored: " + why));
    }

    private void addPolicy(Manifest manifest, TolerationRules rules) {
        CheckedPolicy read = PolicyReader.read(manifest.object(), rules);
        if (read.policy() != null) {
            policies.add(read.policy());
            return;
        }
        rejected.add(manifest.name());
        read.problems()
                .forEach(error -> broken.add(new Problem(
                        manifest.place(),
                        "",
                        "TolerationPolicy " + manifest.name() + " cannot be used: " + error.what())));
    }

    private void addNamespace(Manifest manifest, TolerationRules rules) {
        try {
            NamespaceFacts facts = NamespaceReader.read(manifest, rules);
            namespaces.add(facts);
            facts.problems().forEach(sentence -> problems.add(new Problem(manifest.place(), "", sentence)));
        } catch (InvalidManifestException wrongType) {
            addBroken(manifest, wrongType);
        }
    }

    private void addNode(Manifest manifest) {
        try {
            nodes.add(NodeReader.read(manifest));
        } catch (InvalidManifestException wrong) {
            addBroken(manifest, wrong);
        }
    }

    private void addNodePool(Manifest manifest) {
        try {
            NodePoolReader.read(manifest).ifPresent(nodePools::add);
        } catch (InvalidManifestException wrong) {
            addBroken(manifest, wrong);
        }
    }

    private void addBroken(Manifest manifest, InvalidManifestException wrong) {
        broken.add(new Problem(
                manifest.place(),
                "",
                manifest.kind() + " " + manifest.name() + " cannot be used: "
                        + wrong.problem().what()));
    }
}

package dev.tolerant.tools.whatif;

import dev.tolerant.engine.model.NodeAffinity;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says what a pod demands and prefers of nodes. */
final class NodeWishes {
    private NodeWishes() {}

    static List<String> of(PodFacts pod) {
        List<String> words = new ArrayList<>();
        pod.nodeSelector().entrySet().stream()
                .map(label -> "requires " + label.getKey() + "=" + label.getValue())
                .sorted()
                .forEach(words::add);
        NodeAffinity affinity = pod.nodeAffinity();
        if (!affinity.terms().isEmpty()) {
            words.add("requires "
                    + affinity.terms().stream().map(NodeWishes::words).collect(Collectors.joining(" or ")));
        }
        affinity.preferred()
                .forEach(wish -> words.add("prefers " + words(wish.term()) + " (weight " + wish.weight() + ")"));
        return List.copyOf(words);
    }

    private static String words(NodeAffinity.Term term) {
        return Stream.concat(term.matchExpressions().stream(), term.matchFields().stream())
                .map(Requirement::toString)
                .collect(Collectors.joining(" and "));
    }
}

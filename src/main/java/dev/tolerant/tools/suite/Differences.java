package dev.tolerant.tools.suite;

import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.observed.explain.Placement.NodeOutcome;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.tools.suite.Expectation.NodeExpectation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The differences of an explanation from what a test expects, a sentence for each. */
record Differences(Explanation actual, List<String> sentences) {
    static List<String> of(Expectation expected, Explanation actual) {
        Differences differences = new Differences(actual, new ArrayList<>());
        if (expected.verdict() != null && expected.verdict() != actual.verdict()) {
            differences.add(
                    "verdict", expected.verdict().code(), actual.verdict().code());
        }
        if (expected.refusal() != null) {
            differences.compareRefusal(expected.refusal());
        }
        if (expected.tolerations() != null) {
            differences.compareTolerations(expected.tolerations());
        }
        differences.compareTolerates(expected.tolerates());
        expected.evictions().forEach(differences::compareEviction);
        if (expected.runsOn() != null) {
            differences.compareRunsOn(expected.runsOn());
        }
        expected.nodes().forEach(differences::compareNode);
        return List.copyOf(differences.sentences);
    }

    private void add(String what, String expected, String is) {
        sentences.add(what + ": expected " + expected + ", but it is " + is);
    }

    private void compareRefusal(String expected) {
        Refusal refusal = actual.refusal();
        if (refusal == null || !refusal.message().contains(expected)) {
            add("refusal", "'" + expected + "'", refusal == null ? "not refused" : "'" + refusal.message() + "'");
        }
    }

    private List<Toleration> tolerations() {
        return actual.tolerations().stream()
                .map(each -> each.toleration().withMeaning())
                .toList();
    }

    private void compareTolerations(List<Toleration> expected) {
        List<Toleration> present = tolerations();
        for (int i = 0; i < Math.max(expected.size(), present.size()); i++) {
            String one = i < expected.size() ? expected.get(i).toString() : "nothing";
            String other = i < present.size() ? present.get(i).toString() : "not there";
            boolean same =
                    i < expected.size() && i < present.size() && expected.get(i).equals(present.get(i));
            if (!same) {
                add("tolerations[" + i + "]", one, other);
            }
        }
    }

    private void compareTolerates(List<Toleration> expected) {
        List<Toleration> present = tolerations();
        for (Toleration each : expected) {
            if (!present.contains(each)) {
                sentences.add("tolerates: expected " + each + ", but the tolerations are " + present);
            }
        }
    }

    private void compareEviction(Taint taint, EvictionTime expected) {
        String eviction = actual.taints().stream()
                .filter(outcome -> outcome.taint().equals(taint))
                .findFirst()
                .map(outcome -> words(outcome.eviction()))
                .orElse("refused");
        if (!eviction.equals(words(expected))) {
            add("evictedAfterSeconds of " + taint, words(expected), eviction);
        }
    }

    private List<NodeOutcome> nodes() {
        return actual.nodes() == null ? List.of() : actual.nodes();
    }

    /** Nodes that only an expectation of a taint speaks of have no name. */
    private void compareRunsOn(Set<String> expected) {
        Set<String> open = nodes().stream()
                .filter(node -> node.schedulable() && !node.name().isEmpty())
                .map(NodeOutcome::name)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!open.equals(expected)) {
            String closed = nodes().stream()
                    .filter(node -> expected.contains(node.name()) && !node.schedulable())
                    .map(node -> node.name() + " is closed by " + node.obstacle())
                    .collect(Collectors.joining(", "));
            add("runsOn", names(expected), names(open) + (closed.isEmpty() ? "" : " (" + closed + ")"));
        }
    }

    private static String names(Set<String> nodes) {
        return nodes.isEmpty() ? "no node" : String.join(", ", nodes);
    }

    private void compareNode(String name, NodeExpectation expected) {
        Optional<NodeOutcome> outcome =
                nodes().stream().filter(node -> node.name().equals(name)).findFirst();
        if (outcome.isEmpty()) {
            sentences.add("node " + name + " is not explained, because the pod is refused");
            return;
        }
        NodeOutcome node = outcome.get();
        if (expected.schedulable() != null && expected.schedulable() != node.schedulable()) {
            String obstacle = node.obstacle() == null ? "" : " (" + node.obstacle() + ")";
            add("schedulable on node " + name, expected.schedulable().toString(), node.schedulable() + obstacle);
        }
        if (expected.eviction() != null && !expected.eviction().equals(node.eviction())) {
            add("evictedAfterSeconds on node " + name, words(expected.eviction()), words(node.eviction()));
        }
    }

    private static String words(EvictionTime eviction) {
        return eviction.never() ? "never" : Long.toString(eviction.afterSeconds());
    }
}

package dev.tolerant.tools;

import dev.tolerant.engine.manifest.NearNames;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Requirement.Operator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The nodes that a command is about, by name or by label. */
final class NodeSelection {
    private static final int MAX_NAMES = 10;
    private static final Set<String> TYPES = Set.of("node", "nodes", "no");
    private static final String KEY = "[\\w./-]+";
    private static final Pattern PART = Pattern.compile("\\s*(?:"
            + "(?<in>" + KEY + ")\\s+(?<not>not)?in\\s*\\((?<values>[^()]*)\\)"
            + "|(?<equal>" + KEY + ")\\s*(?<operator>==|=|!=)\\s*(?<value>[\\w.-]*)"
            + "|(?<absent>!)?\\s*(?<present>" + KEY + "))\\s*(?:,|$)");

    @Parameters(arity = "0..*", paramLabel = "NODE", description = "Nodes, as node/NAME.")
    private List<String> named = List.of();

    @Option(
            names = {"-l", "--selector"},
            paramLabel = "SELECTOR",
            description = "All nodes with these labels, as kubectl selects them: zone=a,!gpu.")
    private @Nullable String selector;

    boolean isByLabel() {
        return selector != null;
    }

    /** Fails if nothing is named, or a node does not exist. */
    List<String> of(Map<String, Node> nodes) throws InputException {
        if (named.isEmpty() && selector == null) {
            String first = nodes.keySet().stream().sorted().findFirst().orElse("NAME");
            throw new InputException("name a node, as in node/" + first + ", or select nodes with -l");
        }
        Set<String> names = new LinkedHashSet<>();
        List<String> typed = named.size() > 1 && TYPES.contains(named.get(0)) ? named.subList(1, named.size()) : named;
        for (String argument : typed) {
            String name = nameOf(argument);
            if (!nodes.containsKey(name)) {
                throw new InputException("there is no node " + name + meant(name, nodes));
            }
            names.add(name);
        }
        if (selector != null) {
            names.addAll(selected(parsed(selector), nodes));
        }
        return List.copyOf(names);
    }

    private static String nameOf(String argument) throws InputException {
        int slash = argument.indexOf('/');
        if (slash >= 0 && !TYPES.contains(argument.substring(0, slash))) {
            throw new InputException("'" + argument + "' is not a node: write node/NAME");
        }
        return argument.substring(slash + 1);
    }

    private static String meant(String name, Map<String, Node> nodes) {
        List<String> near = NearNames.to(name, nodes.keySet());
        return near.isEmpty() ? "; " + listed(nodes) : "; did you mean " + String.join(" or ", near) + "?";
    }

    private static String listed(Map<String, Node> nodes) {
        List<String> names = nodes.keySet().stream().sorted().toList();
        return names.isEmpty() ? "the cluster has none" : "there are " + OneLine.first(MAX_NAMES, names);
    }

    private List<String> selected(LabelSelector parsed, Map<String, Node> nodes) throws InputException {
        List<String> names = nodes.values().stream()
                .filter(node -> parsed.matches(node.labels()))
                .map(Node::name)
                .sorted()
                .toList();
        if (names.isEmpty()) {
            throw new InputException("-l " + selector + " selects no node; " + listed(nodes));
        }
        return names;
    }

    /** A selector as kubectl takes it (k8s.io/apimachinery, labels.Parse), without its comparisons of numbers. */
    static LabelSelector parsed(String text) throws InputException {
        List<Requirement> requirements = new ArrayList<>();
        Matcher part = PART.matcher(text);
        int end = 0;
        while (end < text.length() && part.find(end) && part.start() == end) {
            requirements.add(requirement(part));
            end = part.end();
        }
        if (requirements.isEmpty() || end < text.length() || text.endsWith(",")) {
            throw new InputException("-l " + text
                    + " is not a selector: write key=value, key!=value, key in (a,b), key notin (a,b), key or !key, with"
                    + " commas between them");
        }
        return new LabelSelector(Map.of(), requirements);
    }

    private static Requirement requirement(Matcher part) {
        if (part.group("in") != null) {
            Set<String> values = new HashSet<>();
            for (String value : part.group("values").split(",", -1)) {
                values.add(value.strip());
            }
            return new Requirement(part.group("in"), part.group("not") == null ? Operator.IN : Operator.NOT_IN, values);
        }
        if (part.group("equal") != null) {
            boolean differs = part.group("operator").equals("!=");
            return new Requirement(
                    part.group("equal"), differs ? Operator.NOT_IN : Operator.IN, Set.of(part.group("value")));
        }
        return new Requirement(
                part.group("present"),
                part.group("absent") == null ? Operator.EXISTS : Operator.DOES_NOT_EXIST,
                Set.of());
    }
}

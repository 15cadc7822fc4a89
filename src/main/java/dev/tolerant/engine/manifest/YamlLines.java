package dev.tolerant.engine.manifest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.resolver.Resolver;

/** The lines on which the fields of a YAML text stand, which has been read already. */
final class YamlLines {
    private final List<Node> documents = new ArrayList<>();

    YamlLines(String text) {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(Integer.MAX_VALUE);
        options.setNestingDepthLimit(Integer.MAX_VALUE);
        Composer composer = new Composer(YamlReader.parser(text), new Resolver(), options);
        while (composer.checkNode()) {
            documents.add(composer.getNode());
        }
    }

    /**
     * Counted from 1; where the field is not written, that of the innermost part of its path that is.
     *
     * @param document counted from 1
     * @param path such as {@code spec.tolerations[0].key}
     */
    int line(int document, String path) {
        Node node = documents.get(document - 1);
        int line = line(node);
        String rest = path;
        while (!rest.isEmpty()) {
            Frame frame = node instanceof MappingNode fields ? field(fields, rest) : item(node, rest);
            if (frame == null) {
                break;
            }
            node = frame.value();
            line = frame.line();
            rest = frame.rest();
        }
        return line;
    }

    private record Frame(Node value, int line, String rest) {
        Frame {
            rest = rest.startsWith(".") ? rest.substring(1) : rest;
        }
    }

    /** Names may have dots themselves. */
    private static @Nullable Frame field(MappingNode fields, String path) {
        Frame longest = null;
        for (NodeTuple field : fields.getValue()) {
            String name = field.getKeyNode() instanceof ScalarNode key ? key.getValue() : "";
            String rest = path.startsWith(name) ? path.substring(name.length()) : "-";
            boolean isWhole = rest.isEmpty() || rest.startsWith(".") || rest.startsWith("[");
            if (!name.isEmpty()
                    && isWhole
                    && (longest == null || rest.length() <= longest.rest().length())) {
                longest = new Frame(field.getValueNode(), line(field.getKeyNode()), rest);
            }
        }
        return longest;
    }

    private static @Nullable Frame item(Node node, String path) {
        int end = path.indexOf(']');
        if (!(node instanceof SequenceNode list) || !path.matches("\\[\\d{1,9}].*")) {
            return null;
        }
        int index = Integer.parseInt(path.substring(1, end));
        return index >= list.getValue().size()
                ? null
                : new Frame(list.getValue().get(index), line(list.getValue().get(index)), path.substring(end + 1));
    }

    private static int line(Node node) {
        return node.getStartMark().getLine() + 1;
    }
}

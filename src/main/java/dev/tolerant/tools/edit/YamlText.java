package dev.tolerant.tools.edit;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.CollectionNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A text of YAML, and the edits that change it in the style that it is written in. */
record YamlText(String text) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Marks count code points. */
    int index(Mark mark) {
        return text.offsetByCodePoints(0, mark.getIndex());
    }

    static Node found(Node node, JsonPointer path) {
        if (path.matches()) {
            return node;
        }
        String part = path.getMatchingProperty();
        if (node instanceof SequenceNode sequence) {
            return found(sequence.getValue().get(Integer.parseInt(part)), path.tail());
        }
        List<NodeTuple> fields = ((MappingNode) node).getValue();
        return found(fields.get(indexOf(part, fields)).getValueNode(), path.tail());
    }

    /** The index of a field, -1 if it is not there. */
    static int indexOf(String field, List<NodeTuple> fields) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).getKeyNode() instanceof ScalarNode key
                    && key.getValue().equals(field)) {
                return i;
            }
        }
        return -1;
    }

    /** Appends fields to a mapping. */
    Edit append(MappingNode mapping, Map<String, JsonNode> fields) {
        return append(
                mapping,
                fields.entrySet().stream()
                        .map(field -> flow(field.getKey(), field.getValue()))
                        .collect(Collectors.joining(", ")),
                block(fields));
    }

    /** Appends entries to a list. */
    Edit append(SequenceNode list, List<JsonNode> entries) {
        return append(list, entries.stream().map(JsonNode::toString).collect(Collectors.joining(", ")), block(entries));
    }

    private Edit append(CollectionNode<?> collection, String flow, String block) {
        if (collection.getFlowStyle() == FlowStyle.FLOW) {
            int end = index(collection.getEndMark()) - 1;
            return new Edit(end, end, (collection.getValue().isEmpty() ? "" : ", ") + flow);
        }
        int end = lineEnd(end(collection));
        String lines = indented(block, collection.getStartMark().getColumn());
        return new Edit(end, end, end > 0 && text.charAt(end - 1) != '\n' ? "\n" + lines : lines);
    }

    /** Replaces the value of a field. */
    Edit replace(MappingNode mapping, int index, JsonNode value) {
        NodeTuple tuple = mapping.getValue().get(index);
        String field = ((ScalarNode) tuple.getKeyNode()).getValue();
        String replacement = mapping.getFlowStyle() == FlowStyle.FLOW
                ? flow(field, value)
                : indented(block(Map.of(field, value)), mapping.getStartMark().getColumn())
                        .strip();
        return new Edit(index(tuple.getKeyNode().getStartMark()), end(tuple.getValueNode()), replacement);
    }

    /** Removes an entry, with its dash, from a list in block style. */
    Edit removal(Node entry) {
        int dash = text.lastIndexOf('-', index(entry.getStartMark()) - 1);
        int start = text.lastIndexOf('\n', dash) + 1;
        return new Edit(start, lineEnd(end(entry)), "");
    }

    /** The end of the last thing in a node: a collection in block style itself ends where the next thing begins. */
    private int end(Node node) {
        if (node instanceof MappingNode mapping && mapping.getFlowStyle() != FlowStyle.FLOW) {
            return end(mapping.getValue().get(mapping.getValue().size() - 1).getValueNode());
        }
        if (node instanceof SequenceNode list && list.getFlowStyle() != FlowStyle.FLOW) {
            return end(list.getValue().get(list.getValue().size() - 1));
        }
        return index(node.getEndMark());
    }

    /** The start of the next line, unless this is one already. */
    private int lineEnd(int index) {
        if (index > 0 && text.charAt(index - 1) == '\n') {
            return index;
        }
        int end = text.indexOf('\n', index);
        return end < 0 ? text.length() : end + 1;
    }

    private static String flow(String field, JsonNode value) {
        return "\"" + field + "\": " + value;
    }

    private static String block(Object value) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(FlowStyle.BLOCK);
        options.setSplitLines(false);
        return new Yaml(options).dump(JSON.convertValue(value, Object.class));
    }

    private String indented(String lines, int column) {
        String indent = " ".repeat(column);
        String newline = text.contains("\r\n") ? "\r\n" : "\n";
        return lines.lines().map(line -> indent + line + newline).collect(Collectors.joining());
    }

    /** Replaces a part of a text. */
    record Edit(int start, int end, String replacement) {

        /** Applies edits that do not overlap; those at the same place keep their order. */
        static String applied(List<Edit> edits, String text) {
            StringBuilder edited = new StringBuilder();
            int done = 0;
            for (Edit edit :
                    edits.stream().sorted(Comparator.comparingInt(Edit::start)).toList()) {
                edited.append(text, done, Math.max(done, edit.start)).append(edit.replacement);
                done = Math.max(done, edit.end);
            }
            return edited.append(text, done, text.length()).toString();
        }
    }
}

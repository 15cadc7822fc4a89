package dev.tolerant.cli;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;

/**
 * Our own JSON Patches on the syntax of YAML. What a change passes on its way is copied, so that it reaches no alias of
 * the same node elsewhere.
 */
final class YamlPatch {
    private static final ObjectMapper JSON = new ObjectMapper();

    private YamlPatch() {}

    static Node applied(Node document, JsonPointer base, JsonNode patch) {
        Node patched = document;
        for (JsonNode operation : patch) {
            JsonPointer path =
                    base.append(JsonPointer.valueOf(operation.get("path").textValue()));
            boolean removes = operation.get("op").textValue().equals("remove");
            patched = changed(patched, path, removes ? null : node(operation.get("value")));
        }
        return patched;
    }

    static Node removed(Node document, JsonPointer path) {
        return changed(document, path, null);
    }

    static Node found(Node node, JsonPointer path) {
        if (path.matches()) {
            return node;
        }
        String part = path.getMatchingProperty();
        Node child = node instanceof SequenceNode sequence
                ? sequence.getValue().get(Integer.parseInt(part))
                : ((MappingNode) node)
                        .getValue()
                        .get(indexOf(part, ((MappingNode) node).getValue()))
                        .getValueNode();
        return found(child, path.tail());
    }

    private static Node changed(Node node, JsonPointer path, @Nullable Node value) {
        if (node instanceof MappingNode mapping) {
            return changed(mapping, path, value);
        }
        if (node instanceof SequenceNode sequence) {
            return changed(sequence, path, value);
        }
        throw new IllegalStateException("our own patch does not apply at " + path);
    }

    private static Node changed(MappingNode mapping, JsonPointer path, @Nullable Node value) {
        List<NodeTuple> fields = new ArrayList<>(mapping.getValue());
        String field = path.getMatchingProperty();
        int index = indexOf(field, fields);
        if (!path.tail().matches()) {
            NodeTuple child = fields.get(index);
            fields.set(index, new NodeTuple(child.getKeyNode(), changed(child.getValueNode(), path.tail(), value)));
        } else if (value == null) {
            fields.remove(index);
        } else if (index < 0) {
            fields.add(new NodeTuple(key(field), value));
        } else {
            fields.set(index, new NodeTuple(fields.get(index).getKeyNode(), value));
        }
        return commented(
                mapping,
                new MappingNode(mapping.getTag(), true, fields, null, null, style(mapping.getFlowStyle(), fields)));
    }

    private static Node changed(SequenceNode sequence, JsonPointer path, @Nullable Node value) {
        List<Node> entries = new ArrayList<>(sequence.getValue());
        String part = path.getMatchingProperty();
        int index = part.equals("-") ? entries.size() : Integer.parseInt(part);
        if (!path.tail().matches()) {
            entries.set(index, changed(entries.get(index), path.tail(), value));
        } else if (value == null) {
            entries.remove(index);
        } else {
            entries.add(index, value);
        }
        return commented(
                sequence,
                new SequenceNode(
                        sequence.getTag(), true, entries, null, null, style(sequence.getFlowStyle(), entries)));
    }

    /** Block style has no way to write nothing. */
    private static FlowStyle style(FlowStyle style, List<?> content) {
        return content.isEmpty() ? FlowStyle.FLOW : style;
    }

    private static Node commented(Node before, Node after) {
        after.setBlockComments(before.getBlockComments());
        after.setInLineComments(before.getInLineComments());
        after.setEndComments(before.getEndComments());
        return after;
    }

    private static int indexOf(String field, List<NodeTuple> fields) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).getKeyNode() instanceof ScalarNode key
                    && key.getValue().equals(field)) {
                return i;
            }
        }
        return -1;
    }

    private static Node key(String field) {
        return new ScalarNode(Tag.STR, field, null, null, ScalarStyle.PLAIN);
    }

    private static Node node(JsonNode value) {
        DumperOptions block = new DumperOptions();
        block.setDefaultFlowStyle(FlowStyle.BLOCK);
        return new Representer(block).represent(JSON.convertValue(value, Object.class));
    }
}

package dev.tolerant.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Applies add and remove exactly as RFC 6902 and RFC 6901 define them, and refuses all other operations. */
public final class StrictPatch {
    private StrictPatch() {}

    public static JsonNode apply(JsonNode patch, JsonNode document) {
        JsonNode changed = document.deepCopy();
        for (JsonNode operation : patch) {
            carryOut(operation, changed);
        }
        return changed;
    }

    private static void carryOut(JsonNode operation, JsonNode document) {
        String path = operation.get("path").textValue();
        int slash = path.lastIndexOf('/');
        JsonNode parent = document;
        for (String part : path.substring(1, Math.max(slash, 1)).split("/", -1)) {
            parent = child(parent, unescaped(part));
        }
        String last = unescaped(path.substring(slash + 1));
        switch (operation.get("op").textValue()) {
            case "add" -> add(parent, last, operation.get("value"));
            case "remove" -> remove(parent, last);
            default -> throw new IllegalArgumentException("not an add or remove: " + operation);
        }
    }

    private static void add(JsonNode parent, String last, JsonNode value) {
        if (parent instanceof ObjectNode object) {
            object.set(last, value);
        } else if (parent instanceof ArrayNode list && last.equals("-")) {
            list.add(value);
        } else if (parent instanceof ArrayNode list && index(last) <= list.size()) {
            list.insert(index(last), value);
        } else {
            throw new IllegalArgumentException("nothing to add " + last + " to: " + parent);
        }
    }

    private static void remove(JsonNode parent, String last) {
        child(parent, last);
        if (parent instanceof ObjectNode object) {
            object.remove(last);
        } else {
            ((ArrayNode) parent).remove(index(last));
        }
    }

    private static JsonNode child(JsonNode parent, String name) {
        JsonNode child = parent.isArray() ? parent.get(index(name)) : parent.get(name);
        if (child == null) {
            throw new IllegalArgumentException("no " + name + " in " + parent);
        }
        return child;
    }

    private static int index(String text) {
        if (!text.matches("0|[1-9][0-9]*")) {
            throw new IllegalArgumentException("no index: " + text);
        }
        return Integer.parseInt(text);
    }

    private static String unescaped(String part) {
        return part.replace("~1", "/").replace("~0", "~");
    }
}

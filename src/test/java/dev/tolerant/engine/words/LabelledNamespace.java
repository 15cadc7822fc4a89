package dev.tolerant.engine.words;

import java.util.List;
import java.util.Map;

/** A namespace with labels only. */
public record LabelledNamespace(Map<String, String> labels) {
    public NamespaceFacts facts() {
        return new NamespaceFacts("shop", true, labels, List.of(), List.of(), List.of());
    }
}

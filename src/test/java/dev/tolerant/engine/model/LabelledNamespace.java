package dev.tolerant.engine.model;

import java.util.List;
import java.util.Map;

/** A namespace with labels only. */
record LabelledNamespace(Map<String, String> labels) {
    NamespaceFacts facts() {
        return new NamespaceFacts("shop", true, labels, List.of(), List.of(), List.of());
    }
}

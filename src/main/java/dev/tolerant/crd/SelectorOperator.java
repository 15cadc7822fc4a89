package dev.tolerant.crd;

/** How a selector looks at a label; the constants are spelt as in YAML. */
public enum SelectorOperator {
    In,
    NotIn,
    Exists,
    DoesNotExist
}

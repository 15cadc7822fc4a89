package dev.tolerant.crd;

/** How node affinity looks at a node's label; the constants are spelt as in YAML. */
public enum NodeOperator {
    In,
    NotIn,
    Exists,
    DoesNotExist,
    Gt,
    Lt
}

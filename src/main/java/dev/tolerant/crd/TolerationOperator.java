package dev.tolerant.crd;

/** How a toleration looks at a taint's value; the constants are spelt as in YAML. */
public enum TolerationOperator {
    Exists,
    Equal,
    Lt,
    Gt
}

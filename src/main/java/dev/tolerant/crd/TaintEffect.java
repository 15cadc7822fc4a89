package dev.tolerant.crd;

/** What a taint does; the constants are spelt as in YAML. */
public enum TaintEffect {
    NoSchedule,
    PreferNoSchedule,
    NoExecute
}

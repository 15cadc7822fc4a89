package dev.tolerant.crd;

/** Which entries that look injected by the API server a policy may rewrite; the constants are spelt as in YAML. */
public enum OverrideReach {
    /** Those that managedFields prove injected. */
    Proven,
    /** Also those that stand where the API server would have put them. */
    Likely,
    None
}

package dev.tolerant.crd;

/** Stands where seconds could stand: the pod is never evicted. */
public enum Never {
    Never
}

package dev.tolerant.core.pod;

/** The kind of object that a review is about. */
public enum Subject {
    POD,
    /**
     * A DaemonSet. The program reads its template as the pod, because its controller decides by the template where pods
     * run.
     */
    DAEMON_SET
}

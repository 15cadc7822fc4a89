package dev.tolerant.core.pod;

/** What kind of object a review is about. */
public enum Subject {
    POD,
    /** A DaemonSet, whose pods are read from its template: its controller asks the template where they may run. */
    DAEMON_SET
}

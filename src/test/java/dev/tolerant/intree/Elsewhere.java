package dev.tolerant.intree;

/** Why a case is not run here. */
public enum Elsewhere {
    /** What of a request counts as a pod is decided where the bytes are read, and tested there. */
    READING,
    /** A RuntimeClass merges its tolerations before a webhook is asked. */
    RUNTIME_CLASS,
    /** Which nodes get a pod is for the DaemonSet controller to say; it looks at the template. */
    DAEMON_SET_CONTROLLER,
    /** Timers that run already are the taint-eviction controller's. */
    RUNNING_TIMERS,
    /** The API server judges the stored and the new pod itself. */
    API_SERVER,
    /** The tested function has no counterpart: its errors cannot be made here. */
    NO_SUCH_CALL
}

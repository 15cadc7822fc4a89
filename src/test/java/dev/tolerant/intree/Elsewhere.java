package dev.tolerant.intree;

/** Why the tests do not run an in-tree case here. */
public enum Elsewhere {
    /** The readers of reviews decide what in a request is a pod, and have their own tests. */
    READING,
    /** The API server merges a RuntimeClass's tolerations before it calls webhooks. */
    RUNTIME_CLASS,
    /** The DaemonSet controller decides from the template which nodes get a pod. */
    DAEMON_SET_CONTROLLER,
    /** Running timers belong to the taint-eviction controller. */
    RUNNING_TIMERS,
    /** The API server itself compares the stored pod with the new one. */
    API_SERVER,
    /** The program has no counterpart of the tested function, so its errors cannot occur. */
    NO_SUCH_CALL
}

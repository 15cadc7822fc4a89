package dev.tolerant.server.cluster;

import dev.tolerant.observed.registration.Registration.Coverage;
import java.util.Set;

/** The state of the cluster that a keeper needs besides policies, namespaces and nodes. */
public interface WholeCluster {

    /** True while policies, namespaces, nodes and the program's registration are all known as they are now. */
    boolean isWatched();

    /** The new pods about which the API server asks the program, by each webhook of its registrations, or to which it gives alone. */
    Set<Coverage> coverage();

    Leadership leadership();
}

/** What the scheduler and the taint-eviction controller make of the taints of a pod's node. */
package dev.tolerant.observed.taints;

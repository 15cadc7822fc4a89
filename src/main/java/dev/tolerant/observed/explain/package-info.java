/** Explains why a pod gets what it gets, what taints do to it, and on which nodes it may run. */
package dev.tolerant.observed.explain;

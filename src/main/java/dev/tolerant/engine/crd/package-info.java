/**
 * TolerationPolicy as users write it, and the policies, namespaces, nodes, NodePools and RuntimeClasses compiled from objects.
 */
package dev.tolerant.engine.crd;

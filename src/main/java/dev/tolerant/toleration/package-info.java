/** Taints and tolerations: what matches what, what covers what, and when a pod is evicted. */
@NullMarked
package dev.tolerant.toleration;

import org.jspecify.annotations.NullMarked;

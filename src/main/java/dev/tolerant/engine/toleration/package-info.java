/** Tolerations and taints: how they match, what they cover, and which the API accepts. */
@NullMarked
package dev.tolerant.engine.toleration;

import org.jspecify.annotations.NullMarked;

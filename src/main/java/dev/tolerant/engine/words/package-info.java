/** Tolerations, taints, selectors, pods and reviews, and what the control plane does by itself. */
package dev.tolerant.engine.words;

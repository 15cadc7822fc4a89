/** Why a pod gets what it gets, and what taints do to it. */
@NullMarked
package dev.tolerant.observed.explain;

import org.jspecify.annotations.NullMarked;

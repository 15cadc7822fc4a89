/** What the control plane does by itself: the taints it sets and the tolerations it writes. */
@NullMarked
package dev.tolerant.engine.controlplane;

import org.jspecify.annotations.NullMarked;

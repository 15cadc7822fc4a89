/** Where the pods of a cluster may run. */
@NullMarked
package dev.tolerant.observed.placement;

import org.jspecify.annotations.NullMarked;

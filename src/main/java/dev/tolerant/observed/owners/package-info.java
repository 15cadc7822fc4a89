/** Who made the pods of a cluster. */
@NullMarked
package dev.tolerant.observed.owners;

import org.jspecify.annotations.NullMarked;

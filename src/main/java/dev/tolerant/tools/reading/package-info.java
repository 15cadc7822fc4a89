/** Reads what is known of a cluster from its API server, or from a dump. */
@NullMarked
package dev.tolerant.tools.reading;

import org.jspecify.annotations.NullMarked;

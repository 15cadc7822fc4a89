/** What is known of a cluster, read from it or from a dump. */
@NullMarked
package dev.tolerant.facts;

import org.jspecify.annotations.NullMarked;

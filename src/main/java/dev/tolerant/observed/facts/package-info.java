/** What is known of a cluster: its objects, wherever they were read. */
@NullMarked
package dev.tolerant.observed.facts;

import org.jspecify.annotations.NullMarked;

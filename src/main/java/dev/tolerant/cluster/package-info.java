/** What the program knows of its cluster: informers, look-ups, a directory in place of a cluster, and policy status. */
@NullMarked
package dev.tolerant.cluster;

import org.jspecify.annotations.NullMarked;

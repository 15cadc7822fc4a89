/** What the program knows of its cluster: watches, look-ups, a directory instead of a cluster, policy status. */
package dev.tolerant.server.cluster;

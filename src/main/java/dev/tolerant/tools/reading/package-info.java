/** Reads what is known of a cluster from its API server, or from a dump. */
package dev.tolerant.tools.reading;

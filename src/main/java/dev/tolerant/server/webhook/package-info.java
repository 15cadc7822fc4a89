/** The HTTP edge to the API server: endpoints, metrics, logging and warm-up. */
@NullMarked
package dev.tolerant.server.webhook;

import org.jspecify.annotations.NullMarked;

/** The HTTP edge to the API server: endpoints, metrics, logging and warm-up. */
@NullMarked
package dev.tolerant.webhook;

import org.jspecify.annotations.NullMarked;

/** The HTTP edge to the API server: endpoints, metrics, log and warm-up. */
package dev.tolerant.server.webhook;

/** Requests to an API server as bytes: lists and watches that are read while they arrive. */
@NullMarked
package dev.tolerant.api;

import org.jspecify.annotations.NullMarked;

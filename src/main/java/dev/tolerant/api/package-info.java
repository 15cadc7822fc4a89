/** How an API server is found, and requests to it as bytes: lists and watches that are read while they arrive. */
package dev.tolerant.api;

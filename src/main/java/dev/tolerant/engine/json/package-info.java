/** Reads what a mask wants of JSON bytes into a tree; the only room that depends on Jackson's internals. */
package dev.tolerant.engine.json;

/** Finds and passes over parts of JSON bytes; the one place that depends on Jackson's internals. */
@NullMarked
package dev.tolerant.json;

import org.jspecify.annotations.NullMarked;

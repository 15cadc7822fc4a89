/** Reads JSON bytes and skips what the caller does not want; the only package that depends on Jackson's internals. */
@NullMarked
package dev.tolerant.engine.json;

import org.jspecify.annotations.NullMarked;

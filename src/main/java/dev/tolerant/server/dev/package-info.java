/** Dev mode: what only a developer's machine serves. */
@NullMarked
package dev.tolerant.server.dev;

import org.jspecify.annotations.NullMarked;

/** Dev mode: what only a developer's machine serves. */
@NullMarked
package dev.tolerant.dev;

import org.jspecify.annotations.NullMarked;

/** Builds the engine that the settings ask for. */
@NullMarked
package dev.tolerant.setup;

import org.jspecify.annotations.NullMarked;

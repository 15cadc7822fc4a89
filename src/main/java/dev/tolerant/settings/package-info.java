/** The settings, and the engine that they configure. */
@NullMarked
package dev.tolerant.settings;

import org.jspecify.annotations.NullMarked;

/** The settings, and the injector they make. */
@NullMarked
package dev.tolerant.settings;

import org.jspecify.annotations.NullMarked;

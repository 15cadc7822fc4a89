/** The settings. */
@NullMarked
package dev.tolerant.settings;

import org.jspecify.annotations.NullMarked;

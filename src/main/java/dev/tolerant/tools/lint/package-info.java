/** Finds mistakes in tolerations and policies before a cluster sees them. */
@NullMarked
package dev.tolerant.tools.lint;

import org.jspecify.annotations.NullMarked;

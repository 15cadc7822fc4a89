/** Finds mistakes in tolerations and policies before a cluster sees them. */
@NullMarked
package dev.tolerant.cli.lint;

import org.jspecify.annotations.NullMarked;

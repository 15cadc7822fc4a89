/** Finds mistakes in tolerations and policies before a cluster sees them. */
package dev.tolerant.tools.lint;

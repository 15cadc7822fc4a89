/** What can be wrong with tolerations and policies before any cluster sees them. */
@NullMarked
package dev.tolerant.cli.lint;

import org.jspecify.annotations.NullMarked;

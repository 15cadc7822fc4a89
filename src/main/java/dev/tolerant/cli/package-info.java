/** The command line. */
@NullMarked
package dev.tolerant.cli;

import org.jspecify.annotations.NullMarked;

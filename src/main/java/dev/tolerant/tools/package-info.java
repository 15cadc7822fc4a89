/** The command line. */
@NullMarked
package dev.tolerant.tools;

import org.jspecify.annotations.NullMarked;

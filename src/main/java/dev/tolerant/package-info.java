/** Starts the program: as a server, or as a command. */
@NullMarked
package dev.tolerant;

import org.jspecify.annotations.NullMarked;

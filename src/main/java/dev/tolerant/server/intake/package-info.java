/** Bounds what clients can make the program hold: connections, and the bodies of their requests. */
@NullMarked
package dev.tolerant.server.intake;

import org.jspecify.annotations.NullMarked;

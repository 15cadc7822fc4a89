/** The keeper: gives pods that run already what they would get as new ones. */
@NullMarked
package dev.tolerant.server.fleet;

import org.jspecify.annotations.NullMarked;

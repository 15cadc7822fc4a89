/** Threads that work in the background. */
@NullMarked
package dev.tolerant.thread;

import org.jspecify.annotations.NullMarked;

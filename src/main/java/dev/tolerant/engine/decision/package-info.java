/** What the program decides about a pod, with every reason. */
@NullMarked
package dev.tolerant.engine.decision;

import org.jspecify.annotations.NullMarked;

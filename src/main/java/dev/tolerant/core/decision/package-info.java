/** What the program decides about a pod, with every reason. */
@NullMarked
package dev.tolerant.core.decision;

import org.jspecify.annotations.NullMarked;

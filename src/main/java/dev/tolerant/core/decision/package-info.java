/** What is to be done to a pod, and every reason for it. */
@NullMarked
package dev.tolerant.core.decision;

import org.jspecify.annotations.NullMarked;

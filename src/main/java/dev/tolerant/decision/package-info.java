/** What is to be done to a pod, and every reason for it. */
@NullMarked
package dev.tolerant.decision;

import org.jspecify.annotations.NullMarked;

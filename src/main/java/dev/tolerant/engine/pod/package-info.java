/** What a review says about a pod, and who wrote each of its tolerations. */
@NullMarked
package dev.tolerant.engine.pod;

import org.jspecify.annotations.NullMarked;

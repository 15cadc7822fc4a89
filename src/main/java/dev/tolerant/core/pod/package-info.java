/** What a review says about a pod, and who wrote each of its tolerations. */
@NullMarked
package dev.tolerant.core.pod;

import org.jspecify.annotations.NullMarked;

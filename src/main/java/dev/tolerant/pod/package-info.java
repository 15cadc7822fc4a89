/** What a review says of a pod, and who wrote which of its tolerations. */
@NullMarked
package dev.tolerant.pod;

import org.jspecify.annotations.NullMarked;

/** Which taints and tolerations of a cluster meet, and which do not. */
@NullMarked
package dev.tolerant.tools.coverage;

import org.jspecify.annotations.NullMarked;

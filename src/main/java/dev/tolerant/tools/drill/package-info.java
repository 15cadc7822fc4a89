/** What happens to the pods of a node that fails or is tainted. */
@NullMarked
package dev.tolerant.tools.drill;

import org.jspecify.annotations.NullMarked;

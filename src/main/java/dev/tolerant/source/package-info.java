/** Where namespaces come from. */
@NullMarked
package dev.tolerant.source;

import org.jspecify.annotations.NullMarked;

/** The edge to the API server: reviews in, patches out. */
@NullMarked
package dev.tolerant.admission;

import org.jspecify.annotations.NullMarked;

/** What the fleet keeper does about a stored pod. */
@NullMarked
package dev.tolerant.observed.verdict;

import org.jspecify.annotations.NullMarked;

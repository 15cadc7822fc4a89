/** What is odd about policies, as files and clusters have them. */
@NullMarked
package dev.tolerant.observed.findings;

import org.jspecify.annotations.NullMarked;

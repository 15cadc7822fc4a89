/** JUnit reports for continuous integration. */
@NullMarked
package dev.tolerant.tools.junit;

import org.jspecify.annotations.NullMarked;

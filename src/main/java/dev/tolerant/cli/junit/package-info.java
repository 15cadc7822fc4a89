/** JUnit reports for continuous integration. */
@NullMarked
package dev.tolerant.cli.junit;

import org.jspecify.annotations.NullMarked;

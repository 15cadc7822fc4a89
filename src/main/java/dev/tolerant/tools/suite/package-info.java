/** Tests of policies: pods and the result that each should have. */
@NullMarked
package dev.tolerant.tools.suite;

import org.jspecify.annotations.NullMarked;

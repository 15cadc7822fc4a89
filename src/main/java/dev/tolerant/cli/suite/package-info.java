/** Tests of policies: pods and the outcome expected of each. */
@NullMarked
package dev.tolerant.cli.suite;

import org.jspecify.annotations.NullMarked;

/** Tests of policies: pods and what is expected to become of them. */
@NullMarked
package dev.tolerant.cli.suite;

import org.jspecify.annotations.NullMarked;

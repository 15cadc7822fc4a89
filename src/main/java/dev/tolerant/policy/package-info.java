/** What operators have said of namespaces, compiled for reading. */
@NullMarked
package dev.tolerant.policy;

import org.jspecify.annotations.NullMarked;

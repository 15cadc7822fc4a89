/** What operators say in policies and namespaces, compiled for reading. */
@NullMarked
package dev.tolerant.core.policy;

import org.jspecify.annotations.NullMarked;

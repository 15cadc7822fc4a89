/** Policies and namespaces as operators declare them, compiled so that reviews can match them fast. */
@NullMarked
package dev.tolerant.engine.policy;

import org.jspecify.annotations.NullMarked;

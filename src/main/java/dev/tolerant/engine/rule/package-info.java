/** The rules that give or refuse tolerations, and the injector that runs them in order. */
@NullMarked
package dev.tolerant.engine.rule;

import org.jspecify.annotations.NullMarked;

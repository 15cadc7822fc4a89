/** The rules that give tolerations, and the injector that runs them in order. */
package dev.tolerant.engine.rule;

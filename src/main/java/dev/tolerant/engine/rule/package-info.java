/**
 * The rules that give tolerations, the injector that runs them in order, and the decisions it makes, step by step.
 */
package dev.tolerant.engine.rule;

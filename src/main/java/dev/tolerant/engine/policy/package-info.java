/** Policies, what they match, and the pools of nodes they give. */
package dev.tolerant.engine.policy;

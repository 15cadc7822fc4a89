/** Tolerations, taints, pods, policies and decisions, and what the control plane does by itself. */
package dev.tolerant.engine.model;

/** What is in force: the policies, and what the two stored objects hold. */
package dev.tolerant.engine.standing;

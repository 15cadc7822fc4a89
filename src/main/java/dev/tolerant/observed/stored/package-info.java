/** What the keeper does about a stored pod, and why it waits or leaves it alone. */
package dev.tolerant.observed.stored;

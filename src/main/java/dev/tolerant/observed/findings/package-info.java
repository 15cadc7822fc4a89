/**
 * What is odd about policies that a cluster accepts anyway: names that nothing has, reservations that contradict each other.
 */
package dev.tolerant.observed.findings;

/** Tests of policies: pods, and the outcome expected of each. */
package dev.tolerant.tools.suite;

/** JUnit reports for continuous integration. */
package dev.tolerant.tools.junit;

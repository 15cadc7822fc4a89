/** The command line. */
package dev.tolerant.tools;

/** Starts the program: as a server, or as a command. */
package dev.tolerant;

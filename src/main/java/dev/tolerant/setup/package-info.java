/** Builds the engine that the settings ask for. */
package dev.tolerant.setup;

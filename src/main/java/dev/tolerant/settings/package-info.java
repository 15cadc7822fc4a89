/** The settings. */
package dev.tolerant.settings;

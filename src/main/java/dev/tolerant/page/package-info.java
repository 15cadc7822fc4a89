/** The playground, for a Vert.x server that another room starts. */
package dev.tolerant.page;

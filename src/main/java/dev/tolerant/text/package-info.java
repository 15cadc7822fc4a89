/** How answers look in a terminal, in Markdown, and as JSON and YAML. */
package dev.tolerant.text;

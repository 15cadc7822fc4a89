/** Changes YAML and JSON files in place. */
@NullMarked
package dev.tolerant.cli.edit;

import org.jspecify.annotations.NullMarked;

/** Changes YAML and JSON files in place. */
@NullMarked
package dev.tolerant.tools.edit;

import org.jspecify.annotations.NullMarked;

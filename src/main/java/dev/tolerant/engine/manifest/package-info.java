/** Kubernetes objects in YAML and JSON files, and the place of each. */
@NullMarked
package dev.tolerant.engine.manifest;

import org.jspecify.annotations.NullMarked;

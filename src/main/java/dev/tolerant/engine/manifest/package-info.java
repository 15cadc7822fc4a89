/** Kubernetes objects in YAML and JSON files, where in the file each one is, and what a misspelt name may mean. */
package dev.tolerant.engine.manifest;

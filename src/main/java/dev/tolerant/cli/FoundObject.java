package dev.tolerant.cli;

import dev.tolerant.explain.Manifest;

/** An object of a file, and where it stands there. */
record FoundObject(Place place, Manifest manifest) {}

/** Serves the playground in dev mode; the packaged program is built without it. */
package dev.tolerant.server.dev;

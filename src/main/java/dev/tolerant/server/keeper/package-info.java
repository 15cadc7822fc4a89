/** The keeper: gives pods that run already what they would get as new ones. */
package dev.tolerant.server.keeper;

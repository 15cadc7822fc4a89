/** Which webhooks the API server calls about an object, and whether that enforces what policies restrict. */
@NullMarked
package dev.tolerant.observed.registration;

import org.jspecify.annotations.NullMarked;

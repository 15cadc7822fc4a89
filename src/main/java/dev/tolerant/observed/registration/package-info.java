/** Which webhooks the API server calls about an object. */
@NullMarked
package dev.tolerant.observed.registration;

import org.jspecify.annotations.NullMarked;

/** Which webhooks the API server calls about an object, and which of its guards are in force. */
package dev.tolerant.observed.registration;

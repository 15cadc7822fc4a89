/** Whether the webhook of a cluster works as it should. */
@NullMarked
package dev.tolerant.tools.doctor;

import org.jspecify.annotations.NullMarked;

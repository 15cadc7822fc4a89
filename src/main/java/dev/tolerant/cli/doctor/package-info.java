/** Whether the webhook of a cluster works as it should. */
@NullMarked
package dev.tolerant.cli.doctor;

import org.jspecify.annotations.NullMarked;

/** AdmissionReview bytes in, answer bytes out: readers, writers and what runs between them. */
@NullMarked
package dev.tolerant.engine.review;

import org.jspecify.annotations.NullMarked;

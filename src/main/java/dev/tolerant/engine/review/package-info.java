/** AdmissionReview in, answer out: the readers, the engine, the writers. */
package dev.tolerant.engine.review;

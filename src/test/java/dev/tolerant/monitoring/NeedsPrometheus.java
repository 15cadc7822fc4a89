package dev.tolerant.monitoring;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Marks tests that run {@code promtool}; without this command they are skipped, with a notice. */
@ExtendWith(PrometheusOnThePath.class)
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@interface NeedsPrometheus {}

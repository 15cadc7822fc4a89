package dev.tolerant.apiserver;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Marks tests that need a real API server; only the profile {@code api-server} runs them. */
@Tag("api-server")
@ExtendWith(RealApiServer.class)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface NeedsApiServer {}

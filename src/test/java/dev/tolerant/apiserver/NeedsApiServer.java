package dev.tolerant.apiserver;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Marks tests against a real API server, which only the profile {@code api-server} runs. */
@Tag("api-server")
@ExtendWith(RealApiServer.class)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface NeedsApiServer {}

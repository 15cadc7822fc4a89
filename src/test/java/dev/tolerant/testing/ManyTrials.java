package dev.tolerant.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A property test: called with each of {@link Seeds}, from which it makes its trials. The profile {@code trials} runs it with more. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag("many-trials")
@ParameterizedTest
@MethodSource("dev.tolerant.testing.Seeds#all")
public @interface ManyTrials {}

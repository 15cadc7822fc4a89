package dev.tolerant.tools.doctor;

import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import java.util.Locale;
import java.util.Set;

/**
 * One check of {@code doctor}.
 *
 * @param code for programs, in lower case with dashes
 * @param title for people, as a noun
 * @param kinds of objects that it looks at
 */
record Check(Heading heading, String code, String title, Question question, Set<ObjectKind> kinds) {
    Check(Heading heading, String code, String title, Question question, ObjectKind... kinds) {
        this(heading, code, title, question, Set.of(kinds));
    }

    /** The question that a check asks. */
    @FunctionalInterface
    interface Question {
        /** @throws UnansweredException if it cannot be told */
        CheckResult ask(Installation installation) throws UnansweredException;
    }

    /** The groups of checks, in the order of the report. */
    enum Heading {
        KUBERNETES,
        REGISTRATIONS,
        CERTIFICATE,
        RELEASE,
        POLICIES,
        PODS,
        ANSWERS;

        String text() {
            return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
        }
    }
}

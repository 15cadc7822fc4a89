package dev.tolerant.tools.doctor;

/**
 * One thing to look at.
 *
 * @param code for programs, in lower case with dashes
 * @param title for people, as a noun
 */
record Check(Heading heading, String code, String title, Question question) {

    /** How a check finds out. */
    @FunctionalInterface
    interface Question {
        /** @throws UnansweredException if it cannot be told */
        Finding ask(Patient patient) throws UnansweredException;
    }
}

package dev.tolerant.tools.doctor;

/** What a group of checks is about, in the order of the report. */
enum Heading {
    KUBERNETES("Kubernetes"),
    REGISTRATIONS("Registrations"),
    CERTIFICATE("Certificate"),
    RELEASE("Release"),
    POLICIES("Policies"),
    PODS("Pods"),
    ANSWERS("Answers");

    private final String text;

    Heading(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}

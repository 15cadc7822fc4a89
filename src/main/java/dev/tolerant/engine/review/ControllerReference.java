package dev.tolerant.engine.review;

/** The reference of a stored pod to its controller, as it is written; all empty if it has none. */
public record ControllerReference(String apiVersion, String kind, String name) {
    static final ControllerReference NONE = new ControllerReference("", "", "");

    public boolean exists() {
        return !kind.isEmpty();
    }
}

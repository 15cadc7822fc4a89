package dev.tolerant.api;

import java.io.IOException;

/** The API server answered, and refused: another try would not change it, or has not. */
public final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Answer answer;

    public RefusedException(Answer answer, String message) {
        super(message);
        this.answer = answer;
    }

    public Answer answer() {
        return answer;
    }
}

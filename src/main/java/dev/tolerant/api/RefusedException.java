package dev.tolerant.api;

import java.io.IOException;

/** An answer of the API server that another try would not change. */
public final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Answer answer;

    RefusedException(Answer answer, String message) {
        super(message);
        this.answer = answer;
    }

    public Answer answer() {
        return answer;
    }
}

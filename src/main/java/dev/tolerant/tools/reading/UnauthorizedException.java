package dev.tolerant.tools.reading;

import java.io.IOException;

/** An API server does not know whoever asks. */
final class UnauthorizedException extends IOException {
    private static final long serialVersionUID = 1L;
}

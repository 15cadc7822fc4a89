package dev.tolerant.server.intake;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** How long a request says its body is. */
final class Length {
    /** Longer than anything is allowed to be. */
    private static final long TOO_LONG = Long.MAX_VALUE;

    private Length() {}

    /** Bytes; 0 without a body, -1 if the client sends it in chunks. */
    static long of(HttpServerRequest request) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length == null) {
            return request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null ? 0 : -1;
        }
        try {
            return Math.max(0, Long.parseLong(length.trim()));
        } catch (NumberFormatException tooManyDigits) {
            return TOO_LONG;
        }
    }
}

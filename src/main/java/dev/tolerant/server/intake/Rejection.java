package dev.tolerant.server.intake;

import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;

/** Why the program turns a request away before it has read all of its body. */
enum Rejection {
    TOO_LARGE(
            "too-large",
            413,
            "the body is too large; quarkus.http.limits.max-body-size and a fifth of tolerant.limits.bodies limit it"),
    NO_ROOM("no-room", 503, "there are too many large bodies at once; send fewer, or raise tolerant.limits.bodies"),
    SLOW("slow", 408, "the body took too long to arrive; send it at once"),
    ABANDONED("abandoned", 503, "the time that the query names as timeout is over");

    private final String code;
    private final int status;
    private final String sentence;

    Rejection(String code, int status, String sentence) {
        this.code = code;
        this.status = status;
        this.sentence = sentence;
    }

    /** The value of the metric's label. */
    String code() {
        return code;
    }

    /** Answers the request, without Retry-After: API servers would try again until their time is up. */
    Future<Void> answer(HttpServerResponse response) {
        return response.setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                .end(new JsonObject().put("message", sentence).toBuffer());
    }
}

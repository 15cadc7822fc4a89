package dev.tolerant.server.webhook;

import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.StreamResetException;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/**
 * Answers requests that their clients got wrong, or broke off, where Quarkus and Vert.x would log a stack trace for each. It has no
 * state: all event loops use it at once.
 */
@Singleton
class BadRequests {
    private static final int BAD_REQUEST = 400;
    private static final int SERVER_ERROR = 500;

    void onWebhookPort(@Observes Router router) {
        beQuiet(router);
    }

    void onManagementPort(@Observes ManagementInterface management) {
        beQuiet(management.router());
    }

    private static void beQuiet(Router router) {
        router.route().order(Integer.MIN_VALUE).failureHandler(BadRequests::answer);
        // Before there is a route: the path cannot be decoded.
        router.errorHandler(BAD_REQUEST, context -> answer(context, BAD_REQUEST));
    }

    private static void answer(RoutingContext context) {
        Throwable failure = context.failure();
        if (context.response().ended()
                || context.response().closed()
                || failure instanceof HttpClosedException
                || failure instanceof StreamResetException) {
            return;
        }
        int status = context.statusCode();
        if (failure != null && status >= BAD_REQUEST && status < SERVER_ERROR) {
            answer(context, status);
        } else if (failure != null && isUnread(context.request())) {
            answer(context, BAD_REQUEST);
        } else {
            context.next();
        }
    }

    /** True where the failure came while the body was read, such as its chunks or a form. */
    private static boolean isUnread(HttpServerRequest request) {
        boolean hasBody = request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
                || request.headers().contains(HttpHeaders.CONTENT_LENGTH);
        return hasBody && !request.isEnded();
    }

    private static void answer(RoutingContext context, int status) {
        HttpServerResponse response = context.response();
        if (response.headWritten()) {
            return;
        }
        if (isUnread(context.request())) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
        response.setStatusCode(status).end();
    }
}

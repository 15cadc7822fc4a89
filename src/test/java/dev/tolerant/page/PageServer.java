package dev.tolerant.page;

import dev.tolerant.page.Playground.InForce;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.net.URI;

/** A server of this machine that serves the page and nothing else, without Quarkus. */
final class PageServer implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final URI address;

    PageServer(InForce inForce) {
        Router router = Router.router(vertx);
        new PageRoutes(inForce).addTo(router);
        HttpServer server = vertx.createHttpServer()
                .requestHandler(router)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        address = URI.create("http://127.0.0.1:" + server.actualPort() + "/");
    }

    URI address() {
        return address;
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}

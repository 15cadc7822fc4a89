package dev.tolerant.server.webhook;

import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.JdkSSLEngineOptions;
import jakarta.inject.Singleton;

/** Has connections with TLS reuse their buffers: each record that is sent takes one of 16 kB, which otherwise is made and cleared anew. */
@Singleton
class PooledTls implements HttpServerOptionsCustomizer {

    @Override
    public void customizeHttpsServer(HttpServerOptions options) {
        options.setSslEngineOptions(new JdkSSLEngineOptions().setPooledHeapBuffers(true));
    }
}

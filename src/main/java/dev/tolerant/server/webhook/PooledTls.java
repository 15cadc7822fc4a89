package dev.tolerant.server.webhook;

import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.JdkSSLEngineOptions;
import jakarta.inject.Singleton;

/** Makes TLS connections reuse their buffers: each record that is sent takes one of 16 kB, which would otherwise be allocated and cleared. */
@Singleton
class PooledTls implements HttpServerOptionsCustomizer {

    @Override
    public void customizeHttpsServer(HttpServerOptions options) {
        options.setSslEngineOptions(new JdkSSLEngineOptions().setPooledHeapBuffers(true));
    }
}

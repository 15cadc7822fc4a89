package dev.tolerant.server.certificate;

import io.quarkus.tls.runtime.KeyStoreAndKeyCertOptions;
import io.quarkus.tls.runtime.KeyStoreProvider;
import io.smallrye.common.annotation.Identifier;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/**
 * The entry {@value #NAME} of the TLS registry. Its keys change without a reload of the registry: while Vert.x loads
 * changed keys it drops new connections (docs/adr/0009).
 */
@Singleton
@Identifier(WebhookKeyStore.NAME)
class WebhookKeyStore implements KeyStoreProvider {
    static final String NAME = "webhook";

    private final CurrentCertificate current;

    WebhookKeyStore(CurrentCertificate current) {
        this.current = current;
    }

    /** Called at every start, even if nothing uses the entry; the API wants a key store, so an empty one is given. */
    @Override
    public KeyStoreAndKeyCertOptions getKeyStore(Vertx vertx) {
        try {
            KeyStore empty = KeyStore.getInstance("PKCS12");
            empty.load(null, null);
            return new KeyStoreAndKeyCertOptions(empty, KeyCertOptions.wrap(new HandshakeKeys(current)));
        } catch (GeneralSecurityException | IOException failed) {
            throw new IllegalStateException("no key store could be made", failed);
        }
    }
}
